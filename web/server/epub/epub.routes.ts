import { type ApiAnswer, parseIssueNumber, type WholeIssue } from '@journal/contracts';
import { namesTag, ProblemError } from '@journal/service-kit';
import type { FastifyInstance } from 'fastify';
import { LRUCache } from 'lru-cache';
import { coverOfIssue, epubFile, issueName } from '../../features/issue/issue-words.ts';
import type { Site } from '../../head/head-tags.ts';
import { coverPicture, tall } from '../covers/cover-picture.ts';
import type { CoverPictures } from '../covers/cover-pictures.ts';
import { issueTexts } from '../covers/issue-texts.ts';
import { createMadeOnce } from '../http/made-once.ts';
import type { ReadChange } from '../http/read-api.ts';
import { tagOf } from '../http/send-document.ts';
import { issueAsEpub } from './issue-epub.ts';

type EpubOptions = {
  readonly readChange: ReadChange;
  readonly site: Site;
  readonly pictures: CoverPictures;
};

/** ETags of a book and of the API response it is made from. */
type Made = { readonly etag: string; readonly source: string };

/**
 * Serves each issue as a book, `/issues/{n}/issue.epub`, if readers can see the issue. A book is made once per state of
 * the issue. While it is cached, or the client already has it, the issue's texts are not read again.
 */
export function registerEpubs(app: FastifyInstance, { readChange, site, pictures }: EpubOptions): void {
  const books = createMadeOnce({ maxBytes: 32 * 1024 * 1024, maxWaiting: 10 });
  const madeLast = new LRUCache<number, Made>({ max: 1_000 });

  app.get<{ Params: { id: string } }>(`/issues/:id/${epubFile}`, async (request, reply) => {
    const number = parseIssueNumber(request.params.id);
    if (number === undefined) throw new ProblemError('issue-not-found');
    const last = madeLast.get(number);
    const wanted = request.headers['if-none-match'];
    const isEnough = last && (namesTag(wanted, last.etag) || books.has(last.etag));
    const path = `/api/issues/${number}/whole`;
    const answer = await readChange(path, request.id, isEnough ? last.source : undefined);
    const made = answer ? madeOf(answer) : (last as Made);
    const { etag } = made;
    madeLast.set(number, made);
    reply.headers({ etag, 'cache-control': 'no-cache', 'x-robots-tag': 'noindex' });
    if (namesTag(wanted, etag)) return reply.code(304).send();
    const epub = await books.file(etag, async () => {
      // If the book was evicted in the meantime, it is made again.
      const { data } = answer ?? (await readChange(path, request.id, undefined)) ?? {};
      const issue = data as WholeIssue;
      const cover = { covered: coverOfIssue(issue), ...issueTexts(issue), journal: site.name };
      const title = `${site.name}, issue ${number}${issue.title === null ? '' : `: ${issueName(issue)}`}`;
      const source = { issue, title, site, modified: new Date() };
      return issueAsEpub(source, await pictures.png(coverPicture(cover, tall)));
    });
    return reply
      .type('application/epub+zip')
      .header('content-disposition', `attachment; filename="issue-${number}.epub"`)
      .send(epub);
  });

  /** The book depends on nothing else. */
  function madeOf({ etag, text }: ApiAnswer): Made {
    const source = etag ?? tagOf(text);
    return { source, etag: tagOf(JSON.stringify([source, site])) };
  }
}
