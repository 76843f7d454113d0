import { givenRoles } from '@journal/events/fields';
import { routesOf } from '@journal/service-kit';
import { until } from '@journal/testing';
import { describe, expect, it } from 'vitest';
import { schemas } from './database.ts';
import { putIssue } from './testing/issue-row.ts';
import { putMailing } from './testing/mailing-row.ts';
import { putPageVersion } from './testing/page-version.ts';
import { sampleToken, useQuerySystem } from './testing/query-system.ts';
import { createSearchDouble, documentOf } from './testing/search-double.ts';

const pitchId = '5b7a2c1e-0d3f-4e6a-9b8c-7d1e2f3a4b5c';
const pitchTitle = 'What only the writer and the newsroom know';
const deletedTitle = 'What readers no longer see';
const draftTitle = 'What comes out next';
const noteAmong = 'What editors say to each other';
const noteToWriter = 'What editors say to the writer';
const writerEmail = 'writer@example.org';
const authorization = `Bearer ${sampleToken}`;

const { engine, documents } = createSearchDouble();
documents.push(documentOf(1));
const system = useQuerySystem({ search: engine }, async () => {
  const { accounts, submissions, comments, audit, pool } = system.tables;
  await accounts.put({ userId: 'writer' });
  await accounts.put({ userId: 'other' });
  await accounts.put({ userId: 'admin', roles: ['admin'] });
  for (const role of givenRoles) await accounts.put({ userId: role, roles: [role] });
  await accounts.put({ userId: 'former', sessionVersion: 1 });
  const pieces = [{ articleId: 1, heading: null }];
  await putIssue(system.tables.pool, { number: 1, status: 'published', pieces });
  await putMailing(system.tables.pool, { mailingId: '1-1', issueNumber: 1 });
  await putIssue(system.tables.pool, { number: 2, title: draftTitle, pieces });
  await system.tables.commit({ articles: [{ id: 1 }, { id: 2, title: deletedTitle, isDeleted: true }] });
  const { position } = system.tables;
  const pitch = { id: pitchId, userId: 'writer', articleTitle: pitchTitle };
  await submissions.commit({ position, submissions: [pitch, pitch] });
  const said = { submissionId: pitchId, userId: 'writer' };
  await comments.put({ ...said, commentId: 'for editors', note: noteAmong });
  await comments.put({ ...said, commentId: 'for both', note: noteToWriter, audience: 'writer' });
  await pool.query(
    `update ${schemas.submissions}.submission_version set event = 'SubmissionPublished' where revision = 1`,
  );
  await audit.put({
    kind: 'SubmissionPitched',
    entityType: 'submission',
    entityId: pitchId,
    title: pitchTitle,
  });
  await putPageVersion(pool, { revision: 0, text: 'What the journal says' });
  await audit.put({ kind: 'ArticleDeleted', entityType: 'article', entityId: '2', title: deletedTitle });
  await accounts.moveTo(position);
  await system.untilReady();
  await until(async () => expect((await system.get('/api/audit', { authorization })).statusCode).toBe(200));
  await until(async () => expect((await system.get('/api/search?q=title')).statusCode).toBe(200));
});

const session = (userId: string, version = 0) => system.cookieOf({ userId, version });
const people = {
  'a visitor': async () => ({}),
  'the writer': async () => ({ cookie: await session('writer') }),
  'another writer': async () => ({ cookie: await session('other') }),
  'an admin': async () => ({ cookie: await session('admin') }),
  'an editor': async () => ({ cookie: await session('editor') }),
  'a reviewer': async () => ({ cookie: await session('reviewer') }),
  safeguarding: async () => ({ cookie: await session('safeguarding') }),
  'an admin no more, with the session from before': async () => ({ cookie: await session('former') }),
  'an admin no more, signed in since': async () => ({ cookie: await session('former', 1) }),
  'somebody forgotten': async () => ({ cookie: await session('nobody') }),
  'an admin with a wrong token': async () => ({ cookie: await session('admin'), authorization: 'Bearer x' }),
  'the service token': async () => ({ authorization }),
} satisfies Record<string, () => Promise<Record<string, string>>>;
type Who = keyof typeof people;
const everyone = Object.keys(people) as Who[];

type Verdict = 'may' | 401 | 403 | 404;
const verdicts = (
  visitor: Verdict,
  writer: Verdict,
  admin: Verdict,
  service: Verdict,
): Record<Who, Verdict> => ({
  'a visitor': visitor,
  'the writer': writer,
  'another writer': writer,
  'an admin': admin,
  'an editor': writer,
  'a reviewer': writer,
  safeguarding: writer,
  'an admin no more, with the session from before': visitor,
  'an admin no more, signed in since': writer,
  'somebody forgotten': visitor,
  // A token is checked wherever one is accepted.
  'an admin with a wrong token': service === 'may' && visitor !== 'may' ? 401 : admin,
  'the service token': service,
});
const everybody = verdicts('may', 'may', 'may', 'may');
const theSignedIn = verdicts(401, 'may', 'may', 401);
const administration = verdicts(401, 403, 'may', 'may');
const desk: Record<Who, Verdict> = { ...administration, 'an editor': 'may' };
const allPitches: Record<Who, Verdict> = { ...desk, safeguarding: 'may' };
const pitches: Record<Who, Verdict> = { ...allPitches, 'a reviewer': 'may' };
const programs = verdicts(401, 401, 401, 'may');
/** To others, it does not exist. */
const onlyTheWriter: Record<Who, Verdict> = { ...verdicts(401, 404, 404, 401), 'the writer': 'may' };

type Tried = {
  readonly may: Record<Who, Verdict>;
  /** Status of the response if access is granted, unless 200. */
  readonly status?: number;
  /** URL to request, unless it is the route's. */
  readonly url?: string;
  /** Confidential content of the response, and who of those with access receives it. Default: nobody. */
  readonly tells?: readonly { readonly secret: string; readonly to: readonly Who[] }[];
};
const secrets = [pitchTitle, deletedTitle, writerEmail, noteAmong, noteToWriter];
const telling =
  (...to: readonly Who[]) =>
  (...told: readonly string[]) =>
    told.map((secret) => ({ secret, to }));
const tells = telling('an admin', 'the service token');
const tellsEditors = telling('an admin', 'the service token', 'an editor');
const tellsReaders = telling('an admin', 'the service token', 'an editor', 'safeguarding');
const toPrograms = telling('the service token');
const ofTheWriter = telling('the writer');

/** Every GET route. A route that is missing here fails the test. */
const routes: Record<string, Tried> = {
  '/api/articles': { may: everybody },
  '/api/articles/:id': { may: everybody, url: '/api/articles/1' },
  '/api/articles/:id/further': { may: everybody, url: '/api/articles/1/further' },
  '/api/articles/:id/opposing': { may: desk, url: '/api/articles/2/opposing' },
  '/api/articles/featured': { may: everybody },
  '/api/articles/section/:section': { may: everybody, url: '/api/articles/section/view' },
  '/api/articles/:id/history': { may: desk, url: '/api/articles/2/history' },
  '/api/articles/:id/history/:revision': {
    may: desk,
    url: '/api/articles/2/history/0',
    tells: tellsEditors(deletedTitle),
  },
  '/api/audit': { may: administration, tells: tells(pitchTitle, deletedTitle) },
  '/api/audit.csv': { may: administration, tells: tells(pitchTitle, deletedTitle) },
  '/api/auth/session': { may: everybody, tells: ofTheWriter(writerEmail) },
  '/api/changes': { may: everybody },
  '/api/docs': { may: everybody },
  '/api/openapi.json': { may: everybody },
  '/api/issues': { may: everybody },
  '/api/issues/newest': { may: everybody },
  '/api/issues/:id': { may: everybody, url: '/api/issues/1' },
  '/api/issues/:id/whole': { may: everybody, url: '/api/issues/1/whole' },
  '/api/issues/:id/history': { may: desk, url: '/api/issues/1/history' },
  '/api/issues/:id/history/:revision': { may: desk, url: '/api/issues/1/history/0' },
  '/api/issues/:id/mail': { may: desk, url: '/api/issues/1/mail' },
  '/api/issues/:id/mail/html': { may: desk, url: '/api/issues/1/mail/html' },
  '/api/issues/:id/mailings': { may: desk, url: '/api/issues/1/mailings' },
  '/api/mailings/:id': { may: desk, url: '/api/mailings/1-1' },
  '/api/me/drafts/:target': { may: theSignedIn, url: '/api/me/drafts/new-pitch' },
  '/api/me/export': { may: theSignedIn, tells: ofTheWriter(...secrets) },
  '/api/me/email': { may: theSignedIn },
  '/api/me/consent': { may: theSignedIn },
  '/api/me/settings': { may: theSignedIn },
  '/api/me/sessions': { may: theSignedIn },
  '/api/me/passkeys': { may: theSignedIn },
  '/api/newsroom/people': { may: administration },
  '/api/newsroom/mail-check': { may: administration },
  '/api/newsroom/invitations': { may: administration },
  '/api/newsletter/unsubscribe': {
    may: everybody,
    status: 303,
    url: '/api/newsletter/unsubscribe?token=token',
  },
  '/api/newsroom/articles': {
    may: desk,
    url: '/api/newsroom/articles?status=deleted',
    tells: tellsEditors(deletedTitle),
  },
  '/api/newsroom/counts': { may: pitches },
  '/api/newsroom/concerns': { may: { ...verdicts(401, 403, 'may', 401), safeguarding: 'may' } },
  '/api/newsroom/desk': { may: pitches },
  '/api/operations/users/export': {
    may: programs,
    url: `/api/operations/users/export?email=${writerEmail}`,
    tells: toPrograms(...secrets),
  },
  '/api/pages/:id': { may: everybody, url: '/api/pages/privacy' },
  '/api/pages/:id/history': { may: administration, url: '/api/pages/privacy/history' },
  '/api/pages/:id/history/:revision': { may: administration, url: '/api/pages/privacy/history/0' },
  // Open to anybody who knows a token; this is not a valid one.
  '/api/consent': { may: everybody, url: '/api/consent?token=token' },
  '/api/preview': { may: everybody, status: 404, url: '/api/preview?token=token' },
  '/api/search': { may: everybody, url: '/api/search?q=title' },
  '/api/stats': { may: everybody },
  '/api/submissions': { may: pitches, tells: [...tellsReaders(pitchTitle), ...tells(writerEmail)] },
  '/api/submissions/:id': {
    may: { ...pitches, 'a reviewer': 404 },
    url: `/api/submissions/${pitchId}`,
    tells: [...tellsReaders(pitchTitle), ...tells(writerEmail)],
  },
  '/api/submissions/:id/comments': {
    may: { ...pitches, 'a reviewer': 404 },
    url: `/api/submissions/${pitchId}/comments`,
    tells: tellsReaders(noteAmong, noteToWriter),
  },
  '/api/submissions/:id/previews': {
    may: { ...verdicts(401, 403, 'may', 401), 'an editor': 'may' },
    url: `/api/submissions/${pitchId}/previews`,
  },
  '/api/submissions/:id/history': { may: allPitches, url: `/api/submissions/${pitchId}/history` },
  '/api/submissions/:id/history/:revision': {
    may: allPitches,
    url: `/api/submissions/${pitchId}/history/0`,
    tells: tellsReaders(pitchTitle),
  },
  '/api/submissions/mine': { may: theSignedIn, tells: ofTheWriter(pitchTitle) },
  '/api/submissions/mine/:id': {
    may: onlyTheWriter,
    url: `/api/submissions/mine/${pitchId}`,
    tells: ofTheWriter(pitchTitle),
  },
  '/api/submissions/mine/:id/comments': {
    may: onlyTheWriter,
    url: `/api/submissions/mine/${pitchId}/comments`,
    tells: ofTheWriter(noteToWriter),
  },
  '/api/submissions/mine/:id/differences': {
    may: onlyTheWriter,
    url: `/api/submissions/mine/${pitchId}/differences`,
  },
};

const refusals = {
  401: ['not-signed-in', 'Please sign in'],
  403: ['not-allowed', 'Admin privileges are required'],
  404: ['submission-not-found', 'This submission doesn’t exist or has been removed.'],
} as const;

/** A stream never ends, so only its head can be read. */
const methodsOf = (route: string): readonly ('GET' | 'HEAD')[] =>
  route === '/api/changes' ? ['HEAD'] : ['GET', 'HEAD'];

async function ask(who: Who, route: string, method: 'GET' | 'HEAD') {
  const url = routes[route]?.url ?? route;
  return system.service.app.inject({ method, url, headers: await people[who]() });
}

describe('every GET route', () => {
  it('is in the table', () => {
    const all = routesOf(system.service.app).filter(({ url }) => url.startsWith('/api/'));
    const known = Object.keys(routes).flatMap((url) => [`GET ${url}`, `HEAD ${url}`]);
    expect(all.map(({ method, url }) => `${method} ${url}`).sort()).toEqual(known.sort());
  });

  describe.each(everyone)('requested by %s', (who) => {
    it.each(Object.keys(routes))('%s grants or refuses access as listed', async (route) => {
      const { may = everybody, status = 200, tells: told = [] } = routes[route] ?? {};
      const verdict = may[who];
      for (const method of methodsOf(route)) {
        const answer = await ask(who, route, method);
        expect(answer.statusCode).toBe(verdict === 'may' ? status : verdict);
        if (may !== everybody) expect(answer.headers['cache-control']).toMatch(/^(private|no-store)/);
        if (method === 'HEAD') {
          expect(answer.body).toBe('');
          continue;
        }
        const holds = [draftTitle, ...secrets].filter((secret) => answer.body.includes(secret));
        expect(holds).toEqual(told.flatMap(({ secret, to }) => (to.includes(who) ? secret : [])));
        if (verdict === 'may') continue;
        const { code, message } = answer.json();
        expect([code, message]).toEqual(refusals[verdict]);
      }
    });
  });
});

it.each([
  ['/api/articles', 'articles'],
  ['/api/articles?featured=1', 'featured'],
  ['/api/articles?section=view&featured=1', 'section:view'],
  ['/api/articles/featured', 'featured'],
  ['/api/articles/section/view', 'section:view'],
  ['/api/articles/1', 'article:1'],
  ['/api/articles/999', 'article:999'],
  ['/api/articles/%0d%0aa', undefined],
  ['/api/articles/1/history', 'article:1'],
  ['/api/issues', 'issues articles'],
  ['/api/issues/newest', 'newest'],
  ['/api/issues/1', 'issues article:1'],
  ['/api/issues/1/whole', 'issues article:1'],
  ['/api/issues/9', 'issues articles'],
  ['/api/issues/1/mailings', 'mailings'],
  ['/api/mailings/1-1', 'mailings'],
  ['/api/stats', 'stats'],
  ['/api/search?q=title', 'articles'],
  ['/api/newsroom/articles', 'articles'],
  ['/api/newsroom/counts', 'articles submissions'],
  ['/api/newsroom/concerns', 'submissions concerns'],
  ['/api/newsroom/desk', 'submissions'],
  ['/api/submissions', 'submissions'],
  [`/api/submissions/${pitchId}`, `submission:${pitchId}`],
  ['/api/submissions/mine', 'mine:admin'],
  [`/api/submissions/mine/${pitchId}/differences`, 'mine:admin'],
  [`/api/submissions/${pitchId}/comments`, `comments:${pitchId}`],
  [`/api/submissions/mine/${pitchId}/comments`, 'mine:admin'],
  ['/api/pages/privacy', 'page:privacy'],
  ['/api/pages/privacy/history', 'page:privacy'],
  ['/api/audit', 'audit'],
  ['/api/auth/session', undefined],
])('%s has the Journal-Topics header %s', async (url, topics) => {
  const { headers } = await system.get(url, { cookie: await session('admin') });
  expect(headers['journal-topics']).toBe(topics);
});
