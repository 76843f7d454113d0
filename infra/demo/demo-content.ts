import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { idempotencyKeyHeader } from '@journal/contracts';
import { keepProgress } from '../launcher/progress.ts';
import { demoArticles } from './demo-articles.ts';
import type { Newsroom } from './newsroom.ts';

type Progress = 'publishing' | 'settled';

/**
 * Fills a log without articles with the demo issue. Begun and broken off, it is completed at the next start, without
 * doubles: each article has an idempotency key of its own. A log that had an article at first is left alone for good.
 * An administrator of the environment may be in it already.
 */
export async function ensureDemoContent(dataFolder: string, newsroom: Newsroom): Promise<void> {
  const file = join(dataFolder, 'demo-content');
  const keep = (reached: Progress) => keepProgress(file, reached);
  const progress = await readFile(file, 'utf8').catch(() => undefined);
  if (progress === 'settled') return;
  if (progress === 'publishing' || !(await newsroom.hadArticle())) {
    await keep('publishing');
    await publishAll(newsroom);
  }
  await keep('settled');
}

async function publishAll(newsroom: Newsroom): Promise<void> {
  for (const [index, article] of demoArticles.entries()) {
    const answer = await newsroom.send({
      method: 'POST',
      path: '/api/articles',
      headers: {
        authorization: `Bearer ${newsroom.token}`,
        'content-type': 'application/json',
        [idempotencyKeyHeader]: `demo-article-${index + 1}`,
      },
      body: JSON.stringify(article),
    });
    if (answer.status !== 201 && answer.status !== 200) {
      throw new Error(
        `The demo article "${article.title}" was refused with ${answer.status}: ${answer.body}`,
      );
    }
  }
}
