import type { HostName } from './code.ts';

const URL_HOST =
  /\b(?:https?|wss?|ftps?):\/\/(?:[^\s/?#@'"`<>]*@)?(\[[0-9a-f:.]+\]|[a-z0-9_~%-]+(?:\.[a-z0-9_~%-]+)*)/gi;

/** Adds the hosts of all URLs in a text. */
export function collectHosts(text: string, pos: number, hosts: HostName[]): void {
  if (!text.includes('://')) return;
  for (const match of text.matchAll(URL_HOST)) {
    const host = match[1]?.toLowerCase();
    if (host) hosts.push({ host, pos });
  }
}
