/** The pages by their paths, in whatever letters: there is no other page that differs in them alone. */
const anyCase = /^\/(?:clash|view|culture|about|contact|login|signup|profile|search|article\/[1-9][0-9]*)$/i;

/**
 * The one address of the same page, on this site whatever the path was: without slashes at its end, and in small letters
 * where that is a page. Undefined where it is that address already. The query stays as it is.
 */
export function canonicalAddress(url: string): string | undefined {
  const [path = '', query] = splitOnce(url, '?');
  const trimmed = withoutSlashesAround(path);
  const clean = anyCase.test(trimmed) ? trimmed.toLowerCase() : trimmed;
  if (clean === path) return undefined;
  return query === undefined ? clean : `${clean}?${query}`;
}

function withoutSlashesAround(path: string): string {
  let start = 0;
  while (isSlash(path[start])) start++;
  let end = path.length;
  while (end > start && path[end - 1] === '/') end--;
  return `/${path.slice(start, end)}`;
}

function isSlash(character: string | undefined): boolean {
  return character === '/' || character === '\\';
}

function splitOnce(text: string, separator: string): [string, string?] {
  const at = text.indexOf(separator);
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + 1)];
}
