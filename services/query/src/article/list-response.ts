import { toArticle, toArticleCard } from '@journal/contracts';
import {
  type FinishedResponse,
  type LongResponse,
  nextLink,
  responseOf,
  splitPage,
} from '../response/response.ts';
import {
  type ArticleSelection,
  type ArticlesStore,
  type StoredArticle,
  toArticleSource,
} from './articles.store.ts';

const pageSize = 200;
/** Characters that are held of a list at most. */
const maxHeld = 4 * 1024 * 1024;

/** The same text for the same selection. */
export function selectionKey({ section, featured, limit, after, cards }: ArticleSelection): string {
  return `list ${section ?? ''} ${featured ?? ''} ${limit ?? ''} ${after ?? ''} ${cards ? 'cards' : 'whole'}`;
}

/** Resolves with a page of a list, with the address of the next one where there is more. `path` names the list. */
export async function pageResponse(
  store: ArticlesStore,
  selection: ArticleSelection & { readonly limit: number },
  path: string,
): Promise<FinishedResponse> {
  const { limit, cards, section, featured } = selection;
  const { page, last } = splitPage(await store.list(selection, limit + 1), limit);
  // The paths of the other lists say section and featured themselves.
  const filter = path === '/api/articles' ? { section, featured } : {};
  const link =
    last && nextLink(path, { ...filter, limit, after: last.id, fields: cards ? 'card' : undefined });
  return responseOf(`[${page.map(toJson(selection)).join(',')}]`, link);
}

/**
 * Resolves with a whole list. It is read in pages, so that it never takes more than about 4 MB of this process: a list
 * that is longer comes in chunks, read as the client takes them.
 */
export async function wholeResponse(
  store: ArticlesStore,
  selection: ArticleSelection,
): Promise<FinishedResponse | LongResponse> {
  const held: string[] = [];
  let size = 0;
  for await (const page of readPages(store, selection)) {
    held.push(page);
    size += page.length;
    if (size > maxHeld) return { chunks: () => inChunks(readPages(store, selection)) };
  }
  return responseOf(`[${held.join(',')}]`);
}

async function* readPages(store: ArticlesStore, selection: ArticleSelection): AsyncGenerator<string, void> {
  let after = selection.after;
  for (;;) {
    const page = await store.list({ ...selection, ...(after === undefined ? {} : { after }) }, pageSize);
    if (page.length > 0) yield page.map(toJson(selection)).join(',');
    if (page.length < pageSize) return;
    after = page.at(-1)?.id;
  }
}

async function* inChunks(pages: AsyncIterable<string>): AsyncGenerator<Buffer, void> {
  let before = '[';
  for await (const page of pages) {
    yield Buffer.from(before + page);
    before = ',';
  }
  yield Buffer.from(before === '[' ? '[]' : ']');
}

function toJson({ cards }: ArticleSelection): (article: StoredArticle) => string {
  const show = cards ? toArticleCard : toArticle;
  return (article) => JSON.stringify(show(toArticleSource(article)));
}
