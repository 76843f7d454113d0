import { maxSearchLength } from '@journal/contracts';

/** What pages read of a query string. All else in it changes nothing of what a page shows. */
const longestValues = {
  section: 100,
  after: 100,
  outcome: 100,
  token: 200,
  next: 200,
  tab: 100,
  // A character more than may be searched for: the page says so.
  q: maxSearchLength + 1,
  page: 100,
  featured: 100,
  status: 100,
  before: 100,
  version: 100,
  person: 100,
  kind: 1_000,
  from: 100,
  to: 100,
};

/**
 * The address with only what pages read of its query: each parameter once, with its last value as in the browser, and
 * none that is too long to mean anything; of a search too long, the beginning. Its length and its cost are linear, whatever was asked.
 */
export function pageAddress(url: string): string {
  const [withoutHash = ''] = url.split('#', 1);
  const at = withoutHash.indexOf('?');
  if (at < 0) return plain(withoutHash);
  const asked = new URLSearchParams(withoutHash.slice(at));
  const read = new URLSearchParams();
  for (const [name, longestValue] of Object.entries(longestValues)) {
    const value = asked.getAll(name).at(-1);
    if (value === undefined) continue;
    if (value.length <= longestValue) read.set(name, value);
    else if (name === 'q') read.set(name, value.slice(0, longestValue));
  }
  const path = plain(withoutHash.slice(0, at));
  return read.size === 0 ? path : `${path}?${read}`;
}

/** The path as browsers send it: blanks that a program sends raw cost the page renderer quadratic time. */
function plain(path: string): string {
  return path.replaceAll(/[^!-~]+/g, (odd) => encodeURIComponent(odd.toWellFormed()));
}
