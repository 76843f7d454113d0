/** The article id in a path: a positive integer in plain digits that Postgres' `integer` can hold, or undefined. */
export function parseArticleId(text: string): number | undefined {
  if (!/^[1-9][0-9]{0,9}$/.test(text)) return undefined;
  const id = Number(text);
  return id <= 2_147_483_647 ? id : undefined;
}
