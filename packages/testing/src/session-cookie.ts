/** Returns the first cookie that an answer sets, as a request sends it. */
export const sessionCookie = (headers: { 'set-cookie'?: unknown }): string =>
  String(headers['set-cookie']).split(';')[0] ?? '';
