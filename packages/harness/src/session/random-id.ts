/** 60 random bits as 16 characters. Two processes may append to one file, so a counter would not do. */
export function randomId(): string {
  return crypto.randomUUID().replaceAll('-', '').slice(0, 16);
}
