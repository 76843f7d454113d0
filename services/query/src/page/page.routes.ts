import { type PageText, parsePageId, revisionEtag } from '@journal/contracts';
import { pageTexts } from '@journal/contracts/page-texts';
import { ProblemError, registerRoute } from '@journal/service-kit';
import { openDatabase, schemas } from '../database.ts';
import type { Resource } from '../resource.ts';
import { sendResponse } from '../response/response.ts';

/** `GET /api/pages/:id`: the text shipped with the journal, unless an editor has changed it. */
export const pageRoutes: Resource = async (app, { pool, articlesModel }) => {
  const { run } = openDatabase(pool);

  // A write accepts this ETag in If-Match.
  registerRoute(app, 'GET /api/pages/:id', { config: { reads: [articlesModel] } }, async (request, reply) => {
    const id = parsePageId(request.params.id);
    if (id === undefined) throw new ProblemError('not-found');
    const { position } = articlesModel;
    const [newest] = await run<{ revision: number; text: string | null }>(
      `select revision, case when is_own then text end as text from ${schemas.articles}.page_version
       where page_id = $1 order by revision desc limit 1`,
      id,
    );
    const page: PageText = { id, text: newest?.text ?? pageTexts[id] };
    const json = JSON.stringify(page);
    const etag = revisionEtag(newest?.revision ?? -1, json);
    return sendResponse(request, reply, {
      response: { body: Buffer.from(json), etag, link: undefined },
      position,
    });
  });
};
