import type { PageContext } from 'vike/types';
import { alreadyRead } from '../../../data/page-data.ts';
import type { PageMeta } from '../../../head/page-meta.ts';
import { articleOf } from './article-of.ts';

export function pageMeta(pageContext: PageContext): PageMeta {
  const article = alreadyRead(pageContext, articleOf(pageContext));
  return article ? { title: article.title, description: article.excerpt, article } : {};
}
