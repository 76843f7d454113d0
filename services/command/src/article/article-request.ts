import { type ArticleFields, parseArticleId, revisionsOfIfMatch, trimText } from '@journal/contracts';
import { ProblemError } from '@journal/service-kit';
import type { FastifyRequest } from 'fastify';
import type { ArticleContent } from './domain/article.commands.ts';

/** The article id of the path; 404 for what can't be one. */
export function articleIdOf(request: FastifyRequest): number {
  const { id } = request.params as { id: string };
  const articleId = parseArticleId(id);
  if (articleId === undefined) throw new ProblemError('article-not-found');
  return articleId;
}

/** Hook: a path without a possible id is answered before the body is read. */
export async function requireArticleId(request: FastifyRequest): Promise<void> {
  articleIdOf(request);
}

/** Hook: what is validated and stored has no blanks around it. */
export async function trimBody(request: FastifyRequest): Promise<void> {
  request.body = trimText(request.body);
}

/** Hook: a request that says everything in its path may have no body, or an empty object. */
export async function refuseBody(request: FastifyRequest): Promise<void> {
  const { body } = request;
  if (body === undefined || (isPlainObject(body) && Object.keys(body).length === 0)) return;
  throw new ProblemError('invalid-request', { message: 'This request takes no body' });
}

/** Hook: a request that may say which version to bring back may have no body, too. */
export async function allowNoBody(request: FastifyRequest): Promise<void> {
  if (request.body === undefined) request.body = {};
}

const isPlainObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A validated body as the domain takes it: no school is null, and not featured unless it says so. */
export function contentOf(fields: ArticleFields): ArticleContent {
  return {
    title: fields.title,
    excerpt: fields.excerpt,
    content: fields.content,
    section: fields.section,
    authorName: fields.authorName,
    authorAge: fields.authorAge,
    authorSchool: fields.authorSchool || null,
    readTime: fields.readTime,
    featured: fields.featured ?? 0,
  };
}

/** The revisions that the editor has seen, from If-Match; undefined where any will do. */
export function seenRevisions(request: FastifyRequest): readonly number[] | undefined {
  const header = request.headers['if-match'];
  if (header === undefined) return undefined;
  const revisions = revisionsOfIfMatch(header);
  if (revisions === undefined) throw new ProblemError('invalid-if-match');
  return revisions === '*' ? undefined : revisions;
}
