import { routes } from '@journal/contracts';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  createNewsroom,
  type Headers,
  sampleComment,
  samplePitch,
  sampleToken,
  userAs,
  userWith,
} from '../testing/command-side.ts';

/** Steps that bring a pitch to each stage; from `reading` on, the reviewer looks after it. */
const stages = {
  received: [],
  reading: ['assign'],
  'changes-requested': ['assign', 'request-changes'],
  resubmitted: ['assign', 'request-changes', 'resubmit'],
  accepted: ['assign', 'accept'],
  planned: ['assign', 'schedule'],
  declined: ['assign', 'decline'],
  withdrawn: ['assign', 'withdraw'],
  published: ['assign', 'publish'],
  deleted: ['assign', 'delete'],
} as const;
type Stage = keyof typeof stages;
const allStages = Object.keys(stages) as Stage[];

const people = [
  'a visitor',
  'its writer',
  'another writer',
  'an admin',
  'an editor',
  'its reviewer',
  'another reviewer',
  'safeguarding',
  'the service token',
] as const;
type Who = (typeof people)[number];

/** The status on success, otherwise the code of the problem. */
type Answer = number | string;
type Row = Readonly<Record<Stage, Answer>>;

/** Returns a route's answer at each stage: `open` for pending pitches, except for `others`. */
const row = (open: Answer, others: Partial<Row> = {}): Row => ({
  received: open,
  reading: open,
  'changes-requested': open,
  resubmitted: open,
  accepted: open,
  planned: open,
  declined: 'submission-declined',
  withdrawn: 'submission-withdrawn',
  published: 'submission-published',
  deleted: 'submission-not-found',
  ...others,
});
const always = (answer: Answer): Row => {
  const closed = { declined: answer, withdrawn: answer, published: answer, deleted: answer };
  return row(answer, closed);
};
const refused = always('not-allowed');
const unknown = always('submission-not-found');
/** Answers to its writer, who must not notice what can still be undone. */
const takenUp = { declined: 'submission-taken-up', deleted: 'submission-taken-up' };

type Answers = Readonly<Partial<Record<Who, Row>>>;
const ofEditors = (answers: Row, others: Answers = {}): Answers => ({
  'an admin': answers,
  'an editor': answers,
  ...others,
});
/** Answers of a step that reviewers, too, may take on pitches they look after; they know of no others. */
const ofReviewers = (answers: Row): Answers =>
  ofEditors(answers, {
    'its reviewer': { ...answers, received: 'submission-not-found' },
    'another reviewer': unknown,
  });

/** By route that changes a pitch: the answer to each requester at each stage. Requesters not listed are refused. */
const table: Readonly<Record<string, Answers>> = {
  'PUT /api/submissions/:id': ofEditors(row(200), {
    'its writer': row('submission-taken-up', { ...takenUp, received: 200, reading: 200 }),
  }),
  'POST /api/submissions/:id/withdraw': { 'its writer': row(200, takenUp) },
  'POST /api/submissions/:id/resubmit': {
    'its writer': row('changes-not-requested', { ...takenUp, 'changes-requested': 200 }),
  },
  'POST /api/submissions/:id/assign': ofEditors(row(200)),
  'POST /api/submissions/:id/unassign': ofEditors(row(200)),
  'POST /api/submissions/:id/request-changes': ofReviewers(row(200, { accepted: 'submission-accepted' })),
  'POST /api/submissions/:id/accept': ofEditors(row(200)),
  'POST /api/submissions/:id/decline': ofEditors(row(200)),
  'POST /api/submissions/:id/schedule': ofEditors(row(200)),
  'POST /api/submissions/:id/unschedule': ofEditors(row(200)),
  // The editor who decides vouches for it: the pitch's reviewer only sees that they do.
  'PUT /api/submissions/:id/agreement': ofEditors(row(200)),
  'POST /api/submissions/:id/reopen': ofEditors(row('submission-not-declined', { declined: 200 })),
  'POST /api/submissions/:id/publish': ofEditors(row(201)),
  'POST /api/submissions/:id/restore': ofEditors(row('submission-not-deleted', { deleted: 200 })),
  'DELETE /api/submissions/:id': ofEditors(row(204)),
  'POST /api/submissions/:id/previews': ofEditors(row(201)),
  'POST /api/submissions/:id/look-up-address': {
    'an admin': always(200),
    safeguarding: always(200),
  },
  // Its writer answers comments, but makes none.
  'POST /api/submissions/:id/comments': ofReviewers(row(201)),
};

const bodies: Readonly<Record<string, object>> = {
  'PUT /api/submissions/:id': { ...samplePitch, articleTitle: 'New' },
  'POST /api/submissions/:id/resubmit': { ...samplePitch, reply: 'A reply' },
  'POST /api/submissions/:id/request-changes': { note: 'A note' },
  'POST /api/submissions/:id/decline': { message: 'A message' },
  'POST /api/submissions/:id/schedule': { publishAt: '2026-02-01T07:00:00Z' },
  'PUT /api/submissions/:id/agreement': { isAgreed: true },
  'POST /api/submissions/:id/comments': sampleComment,
};

async function start() {
  const side = await createNewsroom();
  const reviewer = await userAs(side, 'reviewer');
  const headersOf: Readonly<Record<Who, Headers>> = {
    'a visitor': {},
    'its writer': side.writer.headers,
    'another writer': (await userWith(side)).headers,
    'an admin': side.admin.headers,
    'an editor': (await userAs(side, 'editor')).headers,
    'its reviewer': reviewer.headers,
    'another reviewer': (await userAs(side, 'reviewer')).headers,
    safeguarding: (await userAs(side, 'safeguarding')).headers,
    'the service token': { authorization: `Bearer ${sampleToken}` },
  };
  const send = (route: string, id: string, who: Who) => {
    const [method, path = ''] = route.split(' ');
    const body = route.endsWith('/assign') ? { userId: reviewer.userId } : bodies[route];
    return side.call(method as 'POST', path.replace(':id', id), body, headersOf[who]);
  };
  return {
    ...side,
    send,
    async pitchAt(stage: Stage): Promise<string> {
      const id = await side.pitched();
      for (const step of stages[stage]) {
        const route = step === 'delete' ? 'DELETE /api/submissions/:id' : `POST /api/submissions/:id/${step}`;
        const isWriters = step === 'resubmit' || step === 'withdraw';
        const { statusCode, body } = await send(route, id, isWriters ? 'its writer' : 'an admin');
        if (statusCode >= 300) throw new Error(`${step}: ${body}`);
      }
      return id;
    },
  };
}

let side: Awaited<ReturnType<typeof start>>;
beforeAll(async () => {
  side = await start();
});

it('the table contains every route that changes a pitch', () => {
  const changing = Object.keys(routes).filter((key) =>
    /^(PUT|POST|DELETE) \/api\/submissions\/:id(\/[\w-]+)?$/.test(key),
  );
  expect(Object.keys(table).sort()).toEqual(changing.sort());
});

describe.each(Object.entries(table))('%s', (route, answers) => {
  it.each(people)('returns the expected answer to %s at each stage', async (who) => {
    const nobody = who === 'a visitor' || who === 'the service token';
    const expected = answers[who] ?? (nobody ? always('not-signed-in') : refused);
    const found: Partial<Record<Stage, Answer>> = {};
    for (const stage of allStages) {
      const id = await side.pitchAt(stage);
      const before = side.log.length;
      const answer = await side.send(route, id, who);
      found[stage] = answer.statusCode < 300 ? answer.statusCode : answer.json().code;
      if (answer.statusCode >= 300) expect(side.log).toHaveLength(before);
    }
    expect(found).toEqual(expected);
  });
});
