import { topics } from '@journal/contracts';
import { type ArticleRow, isListed } from '@journal/read-models';

/** What readers see differently when `before` has become `after`; nothing where neither is shown to them. */
export function* articleTopics(before: ArticleRow | undefined, after: ArticleRow): Generator<string> {
  const shown = [before, after].filter((row) => row !== undefined).filter(isListed);
  const [first] = shown;
  if (!first) return;
  yield topics.articles;
  yield topics.article(first.id);
  for (const row of shown) {
    yield topics.section(row.section);
    if (row.featured === 1) yield topics.featured;
  }
  if (shown.length === 1 || before?.authorName !== after.authorName) yield topics.stats;
}
