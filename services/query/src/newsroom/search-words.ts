const most = 10;

/** The patterns of `like` that a text has to fit, each, to have the words of a search; none for a search of nothing. */
export function patternsOf(search: string | undefined): readonly string[] {
  const words = (search ?? '').split(/[\s\0]+/u).filter((word) => word !== '');
  return words.slice(0, most).map((word) => `%${word.replace(/[\\%_]/g, '\\$&')}%`);
}

/** Whether a text in small letters fits all of the patterns that the parameter holds. */
export const fitsAll = (text: string, parameter: string) =>
  `${text} like all (array(select lower(pattern) from unnest(${parameter}::text[]) as pattern))`;
