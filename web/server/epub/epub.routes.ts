import { parseIssueNumber, type WholeIssue } from '@journal/contracts';
import { namesTag, ProblemError } from '@journal/service-kit';
import type { FastifyInstance } from 'fastify';
import { coverOfIssue, epubFile, issueName } from '../../features/issue/issue-words.ts';
import type { Site } from '../../head/head-tags.ts';
import { coverPicture, tall } from '../covers/cover-picture.ts';
import type { CoverPictures } from '../covers/cover-pictures.ts';
import { issueTexts } from '../covers/issue-texts.ts';
import { createMadeOnce } from '../http/made-once.ts';
import type { ReadApi } from '../http/read-api.ts';
import { tagOf } from '../http/send-document.ts';
import { issueAsEpub } from './issue-epub.ts';

type EpubOptions = { readonly read: ReadApi; readonly site: Site; readonly pictures: CoverPictures };

/** Each issue as a book: `/issues/{n}/issue.epub`, where readers see the issue. Made once for each state of it. */
export function registerEpubs(app: FastifyInstance, { read, site, pictures }: EpubOptions): void {
  const madeOnce = createMadeOnce({ maxBytes: 32 * 1024 * 1024, maxWaiting: 10 });

  app.get<{ Params: { id: string } }>(`/issues/:id/${epubFile}`, async (request, reply) => {
    const number = parseIssueNumber(request.params.id);
    if (number === undefined) throw new ProblemError('issue-not-found');
    const issue = (await read(`/api/issues/${number}/whole`, request.id)).data as WholeIssue;
    // The book depends on nothing else.
    const etag = tagOf(JSON.stringify([issue, site]));
    reply.headers({ etag, 'cache-control': 'no-cache', 'x-robots-tag': 'noindex' });
    if (namesTag(request.headers['if-none-match'], etag)) return reply.code(304).send();
    const epub = await madeOnce(etag, async () => {
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
}
