import { toArticle, toArticleCard } from '@journal/contracts';
import { type LongResponse, type ResponseBody, responseOf } from '../response-cache/response-body.ts';
import type { ArticleSelection } from './article-list.ts';
import { sourceOf } from './article-source.ts';
import type { ArticlesStore, StoredArticle } from './articles.store.ts';

const pageSize = 200;
const longestHeld = 4 * 1024 * 1024;

/** The page of a list with the address of the next one, where there is more. `path` names the list. */
export async function pageAnswer(
  store: ArticlesStore,
  selection: ArticleSelection & { readonly limit: number },
  path: string,
): Promise<ResponseBody> {
  const found = await store.list(selection, selection.limit + 1);
  const page = found.slice(0, selection.limit);
  const last = page.at(-1);
  const link = found.length > page.length && last ? nextLink(path, selection, last.id) : undefined;
  return responseOf(`[${page.map(toJson(selection)).join(',')}]`, link);
}

/**
 * A whole list. It is read in pages, so that it never takes more than about 4 MB of this process: a list that is
 * longer is given in pieces, read as the reader takes them.
 */
export async function wholeAnswer(
  store: ArticlesStore,
  selection: ArticleSelection,
): Promise<ResponseBody | LongResponse> {
  const held: string[] = [];
  let size = 0;
  for await (const page of readPages(store, selection)) {
    held.push(page);
    size += page.length;
    if (size > longestHeld) return { chunks: () => inPieces(readPages(store, selection)) };
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

async function* inPieces(pages: AsyncIterable<string>): AsyncGenerator<Buffer, void> {
  let before = '[';
  for await (const page of pages) {
    yield Buffer.from(before + page);
    before = ',';
  }
  yield Buffer.from(before === '[' ? '[]' : ']');
}

function toJson({ cards }: ArticleSelection): (article: StoredArticle) => string {
  const show = cards ? toArticleCard : toArticle;
  return (article) => JSON.stringify(show(sourceOf(article)));
}

/** Paths of lists that say section and featured themselves have neither in their query. */
function nextLink(path: string, selection: ArticleSelection, after: number): string {
  const search = new URLSearchParams();
  if (path === '/api/articles') {
    if (selection.section !== undefined) search.set('section', selection.section);
    if (selection.featured !== undefined) search.set('featured', `${selection.featured}`);
  }
  search.set('limit', `${selection.limit}`);
  search.set('after', `${after}`);
  if (selection.cards) search.set('fields', 'card');
  return `<${path}?${search}>; rel="next"`;
}
