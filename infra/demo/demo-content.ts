import { readdirSync, readFileSync } from 'node:fs';
import type { ArticleFields } from '@journal/contracts';
import { runStepOnce, type StartedJournal } from './started-journal.ts';

/**
 * Fills a log without articles with the demo issue. If interrupted, the next start completes it without duplicates:
 * each article has its own idempotency key. A log that had an article at the first start is permanently left alone.
 */
export function ensureDemoContent(dataFolder: string, journal: StartedJournal): Promise<void> {
  return runStepOnce(dataFolder, 'demo-content', 'publishing', async (wasInterrupted, begin) => {
    if (!wasInterrupted && (await journal.logContains('ArticlePublished'))) return;
    await begin();
    for (const [index, article] of demoArticles.entries())
      await journal.client
        .request('POST /api/articles', { body: article, idempotencyKey: `demo-article-${index + 1}` })
        .catch((cause: Error) => {
          const message = `Publishing the demo article "${article.title}" failed: ${cause.message}`;
          throw new Error(message, { cause });
        });
  });
}

const folder = new URL('../../content/demo-issue/', import.meta.url);

/** The articles of the first issue in order of publication: the last is the newest. */
export const demoArticles: readonly ArticleFields[] = readdirSync(folder)
  .filter((name) => name.endsWith('.md'))
  .sort()
  .map((name) => parseArticle(readFileSync(new URL(name, folder), 'utf8')));

/** Parses Markdown with front matter whose field values are JSON, which is valid YAML too. */
function parseArticle(text: string): ArticleFields {
  const [, frontMatter = '', content = ''] = /^---\n(.*?)\n---\n\n(.*)$/s.exec(text) ?? [];
  const fields = frontMatter.split('\n').map((line) => {
    const colon = line.indexOf(':');
    return [line.slice(0, colon), JSON.parse(line.slice(colon + 1))];
  });
  return { ...Object.fromEntries(fields), content: content.trimEnd() };
}
