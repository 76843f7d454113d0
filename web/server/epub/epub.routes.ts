import { type ApiAnswer, parseIssueNumber, type WholeIssue } from '@journal/contracts';
import { matchesEtag, ProblemError } from '@journal/service-kit';
import type { FastifyInstance } from 'fastify';
import { LRUCache } from 'lru-cache';
import { coverOfIssue, epubFile, issueName } from '../../features/issue/issue-names.ts';
import type { Site } from '../../head/head-tags.ts';
import { bookCoverLayout, coverPicture } from '../covers/cover-picture.ts';
import type { CoverPictures } from '../covers/cover-pictures.ts';
import { issueTexts } from '../covers/issue-texts.ts';
import { createFileCache } from '../http/file-cache.ts';
import type { ReadIfChanged } from '../http/read-api.ts';
import { tagOf } from '../http/send-document.ts';
import { issueAsEpub } from './issue-epub.ts';

type EpubOptions = {
  readonly readIfChanged: ReadIfChanged;
  readonly site: Site;
  readonly pictures: CoverPictures;
};

/** ETags of a book and of the API response it is made from. */
type BookTags = { readonly etag: string; readonly source: string };

/**
 * Serves each issue as a book, `/issues/{n}/issue.epub`, if readers can see the issue. A book is made once per state of
 * the issue. While it is cached, or the client already has it, the issue's texts are not read again.
 */
export function registerEpubs(app: FastifyInstance, { readIfChanged, site, pictures }: EpubOptions): void {
  const books = createFileCache({ maxBytes: 32 * 1024 * 1024, maxWaiting: 10 });
  const latestTags = new LRUCache<number, BookTags>({ max: 1_000 });

  app.get<{ Params: { id: string } }>(`/issues/:id/${epubFile}`, async (request, reply) => {
    const number = parseIssueNumber(request.params.id);
    if (number === undefined) throw new ProblemError('issue-not-found');
    const last = latestTags.get(number);
    const wanted = request.headers['if-none-match'];
    const mayRevalidate = last && (matchesEtag(wanted, last.etag) || books.has(last.etag));
    const path = `/api/issues/${number}/whole`;
    const answer = await readIfChanged(path, request.id, mayRevalidate ? last.source : undefined);
    const tags = answer ? tagsOf(answer) : (last as BookTags);
    const { etag } = tags;
    latestTags.set(number, tags);
    reply.headers({ etag, 'cache-control': 'no-cache', 'x-robots-tag': 'noindex' });
    if (matchesEtag(wanted, etag)) return reply.code(304).send();
    const epub = await books.getOrMake(etag, async () => {
      // If the book was evicted in the meantime, it is made again.
      const { data } = answer ?? (await readIfChanged(path, request.id, undefined)) ?? {};
      const issue = data as WholeIssue;
      const cover = { covered: coverOfIssue(issue), ...issueTexts(issue), journal: site.name };
      const title = `${site.name}, issue ${number}${issue.title === null ? '' : `: ${issueName(issue)}`}`;
      const source = { issue, title, site, modified: new Date() };
      return issueAsEpub(source, await pictures.png(coverPicture(cover, bookCoverLayout)));
    });
    return reply
      .type('application/epub+zip')
      .header('content-disposition', `attachment; filename="issue-${number}.epub"`)
      .send(epub);
  });

  /** The book depends on nothing else. */
  function tagsOf({ etag, text }: ApiAnswer): BookTags {
    const source = etag ?? tagOf(text);
    return { source, etag: tagOf(JSON.stringify([source, site])) };
  }
}
