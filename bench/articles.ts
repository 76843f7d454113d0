import { randomUUID } from 'node:crypto';
import type { ArticleFields } from '@journal/contracts';
import type { EventStore } from '@journal/event-store';
import {
  articleStream,
  createEventCodec,
  journalEvents,
  type NewArticleEvent,
  type Vault,
} from '@journal/events';
import { createRandom } from '@journal/testing';
import { demoArticles } from '../infra/demo/demo-content.ts';
import { inParallel } from './bench.ts';

/**
 * Returns functions that create texts of about 600 words from the demo issue's paragraphs, and pick items. The same
 * seed gives the same texts.
 */
export function createArticleTexts(seed = 1) {
  const paragraphs = demoArticles.flatMap((article) => article.content.split('\n\n'));
  const { pick } = createRandom(seed);
  function text(): string {
    const chosen: string[] = [];
    for (let words = 0; words < 600; words += chosen.at(-1)?.split(/\s+/).length ?? 0)
      chosen.push(pick(paragraphs));
    return chosen.join('\n\n');
  }
  return { text, pick };
}

/** Returns a function that creates articles to publish, numbered in their titles. */
export function createNumberedArticles() {
  const { text } = createArticleTexts();
  const texts = Array.from({ length: 50 }, text);
  let number = 0;
  return (): ArticleFields => {
    number++;
    return {
      title: `Article ${number}`,
      content: texts[number % texts.length] ?? '',
      excerpt: 'An excerpt',
      section: 'view',
      authorName: `Writer ${number % 100}`,
      authorAge: 15,
      readTime: 3,
    };
  };
}

const metadata = {
  actor: { id: 'service', role: 'service' },
  requestId: 'bench',
  correlationId: 'bench',
  causationId: 'bench',
} as const;
const sections = ['clash', 'view', 'culture'] as const;

export type ArticleHistoryOptions = {
  store: EventStore;
  vault: Vault;
  articles: number;
  /** Number of articles that are also edited. Two of three edits replace the whole text, the third only the title. */
  edited: number;
  /** Edits of each of these articles. Default: 1. */
  edits?: number;
  writers: number;
};

/** Fills a log with sealed articles of about 600 words. Resolves with the position of the last event. */
export async function writeArticleHistory(options: ArticleHistoryOptions): Promise<string> {
  const { store, vault, articles, edited, edits = 1, writers } = options;
  const codec = createEventCodec({ vault, events: journalEvents });
  const { text, pick } = createArticleTexts();
  const texts = Array.from({ length: 1_000 }, text);
  const anyText = () => pick(texts);
  let last = '';

  async function write(articleId: number): Promise<void> {
    const contributorId = `writer-${articleId % writers}`;
    const content = anyText();
    const events: NewArticleEvent[] = [
      {
        type: 'ArticlePublished',
        data: {
          articleId,
          contributorId,
          title: `${content.slice(0, 48)} ${articleId}`,
          excerpt: content.slice(0, 180),
          content,
          section: sections[articleId % 3] ?? 'view',
          authorName: `Writer ${articleId % writers}`,
          authorAge: 12 + (articleId % 7),
          authorSchool: articleId % 2 ? 'Sample School' : null,
          readTime: 3,
          featured: articleId % 20 === 0 ? 1 : 0,
          cover: 'auto',
        },
      },
    ];
    for (let edit = 0; articleId <= edited && edit < edits; edit++) {
      const change = (articleId + edit) % 3 ? { content: anyText() } : { title: `Edited ${articleId}` };
      events.push({ type: 'ArticleEdited', data: { articleId, contributorId, ...change } });
    }
    const at = new Date().toISOString();
    const sealed = events.map((event) => codec.seal(event, randomUUID(), { ...metadata, at }));
    const { position } = await store.append(articleStream(articleId), await Promise.all(sealed), 'none');
    if (position > last) last = position;
  }

  const ids = new Array(articles).keys().map((index) => index + 1);
  await inParallel(8, ids, write);
  return last;
}
