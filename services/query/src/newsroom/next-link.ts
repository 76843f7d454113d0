/** The `Link` header of the page after this one: the same question, further on. */
export function nextLink(
  path: string,
  query: Readonly<Record<string, string | undefined>>,
  after: number | string,
): string {
  const asked = Object.entries({ ...query, after: `${after}` }).filter(([, value]) => value !== undefined);
  return `<${path}?${new URLSearchParams(asked as [string, string][])}>; rel="next"`;
}
