import {
  articleFields,
  cardNames,
  formerContributor,
  namesSealedFor,
  nameWithheld,
  type OpenedArticleContent,
} from '@journal/events/fields';
import type { Article, ArticleCard } from './article.schema.ts';

/**
 * Returns the article id in a path; undefined unless it is a positive integer in plain digits within Postgres'
 * `integer`.
 */
export function parseArticleId(text: string): number | undefined {
  if (!/^[1-9][0-9]{0,9}$/.test(text)) return undefined;
  const id = Number(text);
  return id <= 2_147_483_647 ? id : undefined;
}

/** Known data of an article; the byline is null if its writer has been forgotten. */
export type ArticleSource = Omit<OpenedArticleContent, 'title' | 'excerpt' | 'content'> &
  Pick<Article, 'id' | 'title' | 'excerpt' | 'content' | 'createdAt'> & {
    readonly debate?: ArticleCard['debate'] | null;
  };

const cardFields = /* @__PURE__ */ cardNames(articleFields);
const byline = /* @__PURE__ */ namesSealedFor(articleFields, 'contributor');

/** Returns an article as the API represents it in lists, with its fields in a fixed order. */
export function toArticleCard(source: Omit<ArticleSource, 'content'>): ArticleCard {
  const card: Record<string, unknown> = { id: source.id };
  for (const name of cardFields) card[name] = source[name];
  if (source.authorName === null) for (const name of byline) card[name] = articleFields[name].erased;
  card['createdAt'] = source.createdAt;
  if (source.debate) card['debate'] = source.debate;
  return card as ArticleCard;
}

/** Whether the author's name of an article is that of a person, and not the text that replaces one. */
export const namesPerson = ({ authorName }: Pick<ArticleCard, 'authorName'>): boolean =>
  authorName !== formerContributor && authorName !== nameWithheld;

/** Returns an article as the API represents it, with its fields in a fixed order. */
export function toArticle(source: ArticleSource): Article {
  return { ...toArticleCard(source), content: source.content };
}

/** Returns the JSON of an article, which is the same on every service, so that the ETag is, too. */
export function articleJson(source: ArticleSource): string {
  return JSON.stringify(toArticle(source));
}

/**
 * Returns the strong ETag of an article, a pitch or a page at a revision of its stream, -1 before its first event. The
 * hash distinguishes representations of one revision, because forgetting a writer changes the text without an event. It
 * is no proof of integrity.
 */
export function revisionEtag(revision: number, json: string): string {
  return `"${revision}-${fnv1a(json).toString(36)}"`;
}

const ownTag = /^(?:W\/)?"(-1|[0-9]{1,15})-[0-9a-z]+"$/;

/**
 * Returns the revisions that an If-Match header accepts: those in the journal's tags, `*` for any, or undefined for
 * anything else. Weak tags are accepted like strong ones, because proxies weaken the tags of responses that they
 * compress.
 */
export function revisionsOfIfMatch(header: string): readonly number[] | '*' | undefined {
  if (header.trim() === '*') return '*';
  const revisions = header.split(',').map((tag) => ownTag.exec(tag.trim())?.[1]);
  return revisions.includes(undefined) ? undefined : revisions.map(Number);
}

/** FNV-1a, 32 bits, over UTF-16 code units low byte first (http://www.isthe.com/chongo/tech/comp/fnv/). */
function fnv1a(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    hash = Math.imul(hash ^ (unit & 0xff), 0x01000193);
    hash = Math.imul(hash ^ (unit >>> 8), 0x01000193);
  }
  return hash >>> 0;
}
