/** Returns the first cookie that a response sets, in the form a request sends it; an empty string if it sets none. */
export function sessionCookie(headers: Headers | { 'set-cookie'?: unknown }): string {
  const set = headers instanceof Headers ? headers.getSetCookie()[0] : headers['set-cookie'];
  return String(set ?? '').split(';')[0] ?? '';
}
