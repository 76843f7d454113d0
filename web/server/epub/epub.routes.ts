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

/** The ETags of a book, and of the API's answer that it is made of. */
type Made = { readonly etag: string; readonly source: string };

/**
 * Each issue as a book: `/issues/{n}/issue.epub`, where readers see the issue. Made once for each state of it; one that is
 * there is sent, or not sent again, without its texts having been read.
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
      // Where it was given up for others at this moment, it is made anew.
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
