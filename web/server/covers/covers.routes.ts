import { type Article, type Issue, parseArticleId, parseIssueNumber, sections } from '@journal/contracts';
import { matchesEtag, ProblemError } from '@journal/service-kit';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { coverOfIssue } from '../../features/issue/issue-names.ts';
import { sectionNames } from '../../features/section/section-marks.ts';
import { sectionTexts } from '../../features/section/sections.ts';
import { coverFile, type Site } from '../../head/head-tags.ts';
import type { ReadApi } from '../http/read-api.ts';
import { type CoverPicture, coverPicture, linkPreviewLayout } from './cover-picture.ts';
import type { CoverPictures } from './cover-pictures.ts';
import { issueTexts } from './issue-texts.ts';

type CoverOptions = { readonly read: ReadApi; readonly site: Site; readonly pictures: CoverPictures };
type ById = { Params: { id: string } };

/**
 * Serves the covers of articles, issues, sections, Home and the archive as pictures for other sites and mails, as
 * `/article/{id}/cover.png` and so on. A cover exists if readers can see its page.
 */
export function registerCovers(app: FastifyInstance, { read, site, pictures }: CoverOptions): void {
  type Shown = Omit<CoverPicture, 'journal'> & { readonly journal?: string };
  async function send(request: FastifyRequest, reply: FastifyReply, shown: Shown) {
    const svg = coverPicture({ journal: site.name, ...shown }, linkPreviewLayout);
    const etag = pictures.tagOf(svg);
    reply.headers({ etag, 'cache-control': 'no-cache' });
    if (matchesEtag(request.headers['if-none-match'], etag)) return reply.code(304).send();
    return reply.type('image/png').send(await pictures.png(svg));
  }

  app.get<ById>(`/article/:id/${coverFile}`, async (request, reply) => {
    const id = parseArticleId(request.params.id);
    if (id === undefined) throw new ProblemError('article-not-found');
    const article = (await read(`/api/articles/${id}`, request.id)).data as Article;
    const { title, section } = article;
    return send(request, reply, { covered: article, title, label: sectionNames[section] });
  });

  app.get<ById>(`/issues/:id/${coverFile}`, async (request, reply) => {
    const number = parseIssueNumber(request.params.id);
    if (number === undefined) throw new ProblemError('issue-not-found');
    const issue = (await read(`/api/issues/${number}`, request.id)).data as Issue;
    return send(request, reply, { covered: coverOfIssue(issue), ...issueTexts(issue) });
  });

  for (const section of sections) {
    const { name, description } = sectionTexts[section];
    app.get(`/${section}/${coverFile}`, (request, reply) =>
      send(request, reply, { covered: { id: 0, section }, title: name, label: '', lead: description }),
    );
  }

  const home = { covered: { id: 0, section: 'view' }, title: site.name, label: '', journal: '' } as const;
  app.get(`/${coverFile}`, (request, reply) =>
    send(request, reply, { ...home, lead: 'By writers aged 12 to 18' }),
  );
  const archive = { covered: { id: 0, section: 'culture' }, title: 'Issues', label: '' } as const;
  app.get(`/issues/${coverFile}`, (request, reply) => send(request, reply, archive));
}
