import { errorToJson } from '../events/event-json.ts';

/** How providers say that a request is more than the model can hold; there is no code that they share. */
const OVERFLOW = [
  /context[_ ]length[_ ]exceeded/i,
  /maximum context length/i,
  /exceeds?\b.{0,40}\bcontext (?:window|length|size)/i,
  /(?:prompt|input|request|conversation) is too (?:long|large)/i,
  /input (?:length|token count)\b.{0,60}\bexceeds?\b/i,
  /request_too_large/i,
];

/** Whether a model request failed because it was more than the model can hold, as far as the provider's words tell. */
export function isContextOverflow(error: unknown): boolean {
  const { message, code } = errorToJson(error);
  const words = `${code ?? ''} ${message}`;
  return OVERFLOW.some((pattern) => pattern.test(words));
}
