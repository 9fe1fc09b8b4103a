/** The escapes that may be on a screen: SGR, and OSC 8 with an address of printable ASCII. */
export function allowedEscapes(): RegExp {
  const start = String.fromCharCode(27);
  return new RegExp(`${start}\\[[\\d;]*m|${start}\\]8;(?:id=[\\w.-]+)?;[!-~]*${start}\\\\`, 'g');
}
