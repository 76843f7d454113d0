const named = /^(?:__Host-)?journal=./;

/** Of a Cookie header, what may be a session, as a header to send on; undefined for a visitor. */
export function sessionCookie(header: string | undefined): string | undefined {
  const found = (header ?? '')
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => named.test(pair));
  return found.length === 0 ? undefined : found.join('; ');
}
