import { parseArticleId } from '@journal/contracts';
import { render } from 'vike/abort';
import type { PageContext } from 'vike/types';
import { articleById } from '../../../data/reader.api.ts';

/** The article that the address names; an address that can't name one is as good as an unknown one. */
export function articleOf({ routeParams }: PageContext) {
  const id = parseArticleId(routeParams.id ?? '');
  if (id === undefined) throw render(404, 'article-not-found');
  return articleById(id);
}
