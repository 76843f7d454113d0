/**
 * Trims every string of a flat body. Lets validation speak about what will be stored:
 * a text of blanks is an empty text. Anything that is not a plain object is returned as it came.
 */
export function trimText(body: unknown): unknown {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body;
  return Object.fromEntries(
    Object.entries(body).map(([key, value]) => [key, typeof value === 'string' ? value.trim() : value]),
  );
}
