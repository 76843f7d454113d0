import type { ApiResponse } from '@journal/contracts';
import { idempotencyKeyHeader, type Submission, type SubmissionFields } from '@journal/contracts';
import { problem, userIn } from './fixture-accounts.ts';

type SubmissionCall = {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
};
type Pitch = { readonly key: string | undefined; readonly fields: SubmissionFields };

/** Pitches in memory, of the user whose id the cookie holds. */
export type FixtureSubmissions = {
  /** Newest first. */
  all: Submission[];
  /** What was sent, once for each time. */
  readonly pitches: Pitch[];
  /** Comes before the answer: may wait, reject, or answer in its place. */
  before: (call: SubmissionCall) => Promise<ApiResponse | undefined>;
  answer(call: SubmissionCall): Promise<ApiResponse>;
};

export function createFixtureSubmissions(): FixtureSubmissions {
  const byKey = new Map<string, string>();
  const submissions: FixtureSubmissions = {
    all: [],
    pitches: [],
    before: async () => undefined,
    async answer(call) {
      const key = call.headers[idempotencyKeyHeader];
      const isPitch = call.method === 'POST' && call.path === '/api/submissions';
      const userId = userIn(call.headers.cookie);
      if (isPitch) submissions.pitches.push({ key, fields: JSON.parse(call.body) });
      const instead = await submissions.before(call);
      if (instead) return instead;
      if (userId === undefined) return problem('not-signed-in');
      if (call.path === '/api/submissions/mine')
        return json(200, submissions.all.filter((one) => one.userId === userId).map(own));
      if (!isPitch) return problem('not-found');
      const id = byKey.get(key ?? '') ?? `pitch-${submissions.all.length + 1}`;
      if (!submissions.all.some((one) => one.id === id))
        submissions.all.unshift(sampleSubmission(id, { ...JSON.parse(call.body), userId }));
      if (key) byKey.set(key, id);
      return json(201, { id });
    },
  };
  return submissions;
}

export function sampleSubmission(id: string, fields: Partial<Submission> = {}): Submission {
  return {
    id,
    userId: 'user-1',
    fullName: 'Sample Writer',
    age: 14,
    email: 'sample.writer@example.org',
    school: null,
    section: 'view',
    articleTitle: `Sample pitch ${id}`,
    articleSummary: 'What the pitch is about.',
    fullEssay: 'The whole essay. '.repeat(60).trim(),
    createdAt: '2026-03-04T05:06:07.000Z',
    status: 'pending',
    articleId: null,
    ...fields,
  };
}

/** The pitch as its writer sees it. */
function own({ userId: _, email: __, ...rest }: Submission) {
  return rest;
}

function json(status: number, body: unknown): ApiResponse {
  return { status, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
}
