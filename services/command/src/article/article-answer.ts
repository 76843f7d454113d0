import { articleEtag, articleJson, positionHeader } from '@journal/contracts';
import { ProblemError } from '@journal/service-kit';
import type { FastifyReply } from 'fastify';
import type { Written } from '../writing/decide-and-append.ts';
import { problemOfRefusal } from './article.problems.ts';
import type { ArticleOutcome } from './article-outcome.ts';
import type { ArticleState } from './domain/article.state.ts';

/** What was written; throws the problem that a refusal stands for. */
export function writtenOrProblem(outcome: ArticleOutcome): Written<ArticleState> {
  if ('rejection' in outcome) throw new ProblemError(problemOfRefusal[outcome.rejection]);
  return outcome;
}

/** Answers with the article as it is after the write: the bytes and the ETag that a GET would give. */
export function sendArticle(reply: FastifyReply, status: 200 | 201, outcome: ArticleOutcome) {
  const { state, position } = writtenOrProblem(outcome);
  if (state.status === 'missing' || state.article === null) throw new ProblemError('article-not-found');
  const json = articleJson(state.article);
  if (status === 201) reply.header('location', `/api/articles/${state.article.id}`);
  return reply
    .code(status)
    .headers({
      [positionHeader]: position,
      etag: articleEtag(state.revision, json),
      'cache-control': 'no-store',
    })
    .type('application/json; charset=utf-8')
    .send(json);
}

/** Answers that it is done, with nothing to show. */
export function sendDone(reply: FastifyReply, outcome: ArticleOutcome) {
  const { position } = writtenOrProblem(outcome);
  return reply
    .code(204)
    .headers({ [positionHeader]: position, 'cache-control': 'no-store' })
    .send();
}
