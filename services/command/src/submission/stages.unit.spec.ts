import { type SubmissionEvent, type SubmissionProgress, userStream } from '@journal/events';
import { describe, expect, it } from 'vitest';
import { codeOf, createNewsroom, sampleComment, samplePitch, userAs } from '../testing/command-side.ts';
import { fold } from '../writing/decide-and-append.ts';
import { type SubmissionCommand, submissionDecider } from './submission.decider.ts';

const at = '2026-01-02T03:04:05.678Z';
const metadata = { at, actor: { id: 'editor-1', role: 'admin' } };
const state = (history: readonly SubmissionEvent[]) =>
  fold(submissionDecider, history.map((event, revision) => ({ metadata, revision, ...event })) as never)
    .state;
const submissionId = 'submission-1';
const which = { submissionId, userId: 'user-1' };
const dueAt = '2026-01-11T18:00:00.000Z';

const pitched: SubmissionEvent = { type: 'SubmissionPitched', data: { ...which, ...samplePitch } };
const assignedTo = (editorId: string): SubmissionEvent => ({
  type: 'SubmissionAssigned',
  data: { ...which, editorId },
});
const assigned = assignedTo('editor-1');
const unassigned: SubmissionEvent = { type: 'SubmissionUnassigned', data: which };
const asked: SubmissionEvent = {
  type: 'SubmissionChangesRequested',
  data: { ...which, note: 'A note', dueAt },
};
const resubmitted: SubmissionEvent = {
  type: 'SubmissionResubmitted',
  data: { ...which, articleTitle: 'New', note: 'A reply' },
};
const acceptedFor = (issueNumber: number | null): SubmissionEvent => ({
  type: 'SubmissionAccepted',
  data: { ...which, issueNumber },
});
const declined: SubmissionEvent = { type: 'SubmissionDeclined', data: { ...which, note: 'Not this time' } };
const reopened: SubmissionEvent = { type: 'SubmissionReopened', data: which };
const withdrawn: SubmissionEvent = { type: 'SubmissionWithdrawn', data: which };
const publishAt = '2026-02-01T07:00:00.000Z';
const scheduledFor = (time: string): SubmissionEvent => ({
  type: 'SubmissionScheduled',
  data: { ...which, publishAt: time },
});
const scheduled = scheduledFor(publishAt);
const unscheduled: SubmissionEvent = { type: 'SubmissionUnscheduled', data: which };
const agreed: SubmissionEvent = { type: 'SubmissionAgreementConfirmed', data: which };
const notAgreed: SubmissionEvent = { type: 'SubmissionAgreementRevoked', data: which };
const sentAsItWas: SubmissionEvent = { type: 'SubmissionResubmitted', data: { ...which, note: null } };
const editedBy = (id: string, change: object): SubmissionEvent =>
  ({
    type: 'SubmissionEdited',
    data: { ...which, ...change },
    metadata: { at, actor: { id, role: 'writer' } },
  }) as SubmissionEvent;
const published: SubmissionEvent = { type: 'SubmissionPublished', data: { ...which, articleId: 7 } };
const deleted: SubmissionEvent = { type: 'SubmissionDeleted', data: which };
const restored: SubmissionEvent = { type: 'SubmissionRestored', data: which };

const histories = {
  missing: [],
  received: [pitched],
  reading: [pitched, assigned],
  'agreed to by who is named': [pitched, assigned, agreed],
  'agreed to and changed since': [pitched, assigned, agreed, editedBy('editor-1', { articleTitle: 'Newer' })],
  'agreed to and sent again': [pitched, assigned, agreed, asked, resubmitted],
  'agreed to and sent again as it was': [pitched, assigned, agreed, asked, sentAsItWas],
  'agreed to, with another school since': [pitched, assigned, agreed, editedBy('user-1', { school: null })],
  'changes requested': [pitched, assigned, asked],
  resubmitted: [pitched, assigned, asked, resubmitted],
  accepted: [pitched, assigned, acceptedFor(24)],
  planned: [pitched, assigned, scheduled],
  'planned at once': [pitched, scheduled],
  'planned no more': [pitched, assigned, scheduled, unscheduled],
  'accepted and planned': [pitched, assigned, acceptedFor(24), scheduled],
  'planned before changes were asked for': [pitched, assigned, scheduled, asked],
  'planned before it was sent again': [pitched, assigned, asked, scheduled, resubmitted],
  'planned before it was declined and reopened': [pitched, assigned, scheduled, declined, reopened],
  'planned before it was deleted and restored': [pitched, assigned, scheduled, deleted, restored],
  declined: [pitched, assigned, declined],
  'declined while it was planned': [pitched, assigned, scheduled, declined],
  reopened: [pitched, assigned, declined, reopened],
  withdrawn: [pitched, withdrawn],
  published: [pitched, published],
  deleted: [pitched, deleted],
} satisfies Record<string, SubmissionEvent[]>;
type History = keyof typeof histories;

const content = { ...samplePitch, articleTitle: 'New' };
const resubmit = { type: 'ResubmitSubmission', submissionId, content, note: 'A reply' } as const;
const commands = {
  assign: { type: 'AssignSubmission', submissionId, editorId: 'editor-1', onlyReviews: false },
  'assign another': { type: 'AssignSubmission', submissionId, editorId: 'editor-2', onlyReviews: false },
  unassign: { type: 'UnassignSubmission', submissionId },
  'request changes': { type: 'RequestChanges', submissionId, editorId: 'editor-1', note: 'A note', dueAt },
  resubmit: { ...resubmit, userId: 'user-1' },
  'resubmit as another writer': { ...resubmit, userId: 'user-2' },
  accept: { type: 'AcceptSubmission', submissionId, issueNumber: 24 },
  decline: { type: 'DeclineSubmission', submissionId, note: 'Not this time' },
  reopen: { type: 'ReopenSubmission', submissionId },
  'edit as its writer': { type: 'EditOwnSubmission', ...which, content },
  withdraw: { type: 'WithdrawSubmission', ...which },
  publish: { type: 'PublishSubmission', submissionId, articleId: 7 },
  'publish as planned': { type: 'PublishSubmission', submissionId, articleId: 7, planned: publishAt },
  schedule: { type: 'ScheduleSubmission', submissionId, publishAt },
  'schedule for another time': { type: 'ScheduleSubmission', submissionId, publishAt: dueAt },
  unschedule: { type: 'UnscheduleSubmission', submissionId },
  'note that they agreed': { type: 'NoteAgreement', submissionId, isAgreed: true },
  'note that they did not': { type: 'NoteAgreement', submissionId, isAgreed: false },
} satisfies Record<string, SubmissionCommand>;
type Command = keyof typeof commands;
type Row = Record<Command, SubmissionEvent[] | string>;

const refused = (rejection: string): Row => ({
  ...(Object.fromEntries(Object.keys(commands).map((name) => [name, rejection])) as Row),
  'resubmit as another writer': 'not-allowed',
});
const edited: SubmissionEvent = { type: 'SubmissionEdited', data: { ...which, articleTitle: 'New' } };
/** Outcomes for a pitch that somebody looks after. */
const pending: Row = {
  assign: [],
  'assign another': [assignedTo('editor-2')],
  unassign: [unassigned],
  'request changes': [asked],
  resubmit: 'changes-not-requested',
  'resubmit as another writer': 'not-allowed',
  accept: [acceptedFor(24)],
  decline: [declined],
  reopen: 'submission-not-declined',
  'edit as its writer': 'submission-taken-up',
  withdraw: [withdrawn],
  publish: [published],
  'publish as planned': 'submission-not-planned',
  schedule: [scheduled],
  'schedule for another time': [scheduledFor(dueAt)],
  unschedule: [],
  'note that they agreed': [agreed],
  'note that they did not': [],
};
const isNoted = { 'note that they agreed': [], 'note that they did not': [notAgreed] };
/** Outcomes for a pitch with planned publication, which its writer can no longer change: it has been read. */
const planned: Row = {
  ...pending,
  'publish as planned': [published],
  schedule: [],
  unschedule: [unscheduled],
};
const takenUp = {
  resubmit: 'submission-taken-up',
  'edit as its writer': 'submission-taken-up',
  withdraw: 'submission-taken-up',
};
const table: Record<History, Row> = {
  missing: {
    ...refused('submission-not-found'),
    resubmit: 'not-allowed',
    'edit as its writer': 'not-allowed',
    withdraw: 'not-allowed',
  },
  received: {
    ...pending,
    assign: [assigned],
    unassign: [],
    'request changes': [assigned, asked],
    'edit as its writer': [edited],
  },
  reading: { ...pending, 'edit as its writer': [edited] },
  'agreed to by who is named': { ...pending, ...isNoted, 'edit as its writer': [edited] },
  'agreed to and changed since': pending,
  'agreed to and sent again': pending,
  'agreed to and sent again as it was': { ...pending, ...isNoted },
  'agreed to, with another school since': {
    ...pending,
    ...isNoted,
    'edit as its writer': [
      { type: 'SubmissionEdited', data: { ...which, articleTitle: 'New', school: 'Sample School' } },
    ],
  },
  reopened: { ...pending, 'edit as its writer': [edited] },
  'changes requested': { ...pending, resubmit: [resubmitted] },
  resubmitted: pending,
  accepted: { ...pending, 'request changes': 'submission-accepted', accept: [] },
  planned,
  'planned at once': {
    ...planned,
    assign: [assigned],
    unassign: [],
    'request changes': [assigned, asked],
  },
  'planned no more': { ...pending, 'edit as its writer': [edited] },
  'accepted and planned': { ...planned, 'request changes': 'submission-accepted', accept: [] },
  'planned before changes were asked for': { ...pending, resubmit: [resubmitted] },
  'planned before it was sent again': pending,
  'planned before it was declined and reopened': { ...pending, 'edit as its writer': [edited] },
  'planned before it was deleted and restored': { ...pending, 'edit as its writer': [edited] },
  declined: { ...refused('submission-declined'), ...takenUp, reopen: [reopened] },
  'declined while it was planned': {
    ...refused('submission-declined'),
    ...takenUp,
    reopen: [reopened, unscheduled],
  },
  withdrawn: refused('submission-withdrawn'),
  published: refused('submission-published'),
  deleted: { ...refused('submission-not-found'), ...takenUp },
};
const pairs = (Object.keys(histories) as History[]).flatMap((history) =>
  (Object.keys(commands) as Command[]).map((command) => [history, command] as const),
);

describe('a pitch', () => {
  it.each(pairs)('that is %s handles the command to %s as expected', (history, command) => {
    const expected = table[history][command];
    expect(submissionDecider.decide(commands[command], state(histories[history]))).toEqual(
      typeof expected === 'string' ? { rejection: expected } : { events: expected },
    );
  });

  it('has the stage, assignee, due date and issue that its events imply', () => {
    const progressOf = (...history: SubmissionEvent[]) => {
      const {
        stage,
        assigneeId,
        dueAt: due,
        issueNumber,
      } = (state(history) as { progress: SubmissionProgress }).progress;
      return [stage, assigneeId, due, issueNumber];
    };
    expect(progressOf(pitched, assigned)).toEqual(['reading', 'editor-1', null, null]);
    expect(progressOf(pitched, assigned, unassigned)).toEqual(['received', null, null, null]);
    expect(progressOf(pitched, assigned, asked)).toEqual(['changes-requested', 'editor-1', dueAt, null]);
    expect(progressOf(pitched, asked, resubmitted, assigned, unassigned)).toEqual([
      'resubmitted',
      null,
      null,
      null,
    ]);
    expect(progressOf(pitched, assigned, acceptedFor(24), declined, reopened)).toEqual([
      'accepted',
      'editor-1',
      null,
      24,
    ]);
  });

  it('can be accepted again for another issue, and has the text of its resubmission', () => {
    const again = { type: 'AcceptSubmission', submissionId, issueNumber: null } as const;
    expect(submissionDecider.decide(again, state(histories.accepted))).toEqual({
      events: [acceptedFor(null)],
    });
    expect(state(histories.resubmitted)).toMatchObject({ pitch: { articleTitle: 'New' }, isTakenUp: true });
  });

  it.each([
    'assign',
    'request changes',
    'accept',
    'decline',
    'schedule',
    'note that they agreed',
    'reopen',
  ] as const)('rejects the command to %s if the editor has not seen its latest revision', (name) => {
    const history = histories[name === 'reopen' ? 'declined' : 'reading'];
    const seen = (revision: number) => ({ ...commands[name], seen: [revision] }) as SubmissionCommand;
    expect(submissionDecider.decide(seen(0), state(history))).toEqual({
      rejection: 'submission-edited-meanwhile',
    });
    expect(submissionDecider.decide(seen(history.length - 1), state(history))).toHaveProperty('events');
    // Nobody may learn from it that there is a concern, which may be about them.
    const concern = { type: 'SubmissionConcernReported', data: { ...which, concern: 'Help' } } as const;
    const reported = state([...history, concern]);
    expect(submissionDecider.decide(seen(history.length - 1), reported)).toHaveProperty('events');
  });
});

describe('the editors’ work over HTTP', () => {
  it('is returned with the pitch and its ETag, and done once for a repeated request', async () => {
    const side = await createNewsroom();
    const id = await side.pitched();
    const step = (name: string, body?: object, headers = {}) => side.step(id, name, body, headers);
    const taken = await step('assign', { userId: side.admin.userId });
    expect(taken.json()).toMatchObject({ stage: 'reading', assigneeId: side.admin.userId });
    const request = { note: '  Where is the ending?\n', dueAt };
    const first = await step('request-changes', request, { 'idempotency-key': 'one' });
    const seen = { 'if-match': String(first.headers.etag) };
    const before = side.log.length;
    const second = await step('request-changes', request, { 'idempotency-key': 'one' });
    expect([second.statusCode, second.json(), side.log.length]).toEqual([200, first.json(), before]);
    expect((await side.events()).at(-1)?.data).toMatchObject({ note: 'Where is the ending?', dueAt });
    const sent = await side.resubmit(id, { articleTitle: 'New', reply: '' });
    expect(sent.json()).toMatchObject({ stage: 'resubmitted', articleTitle: 'New', dueAt: null });
    // Writers don't see which editor looks after a pitch.
    expect(sent.body).not.toContain(side.admin.userId);
    expect((await side.events()).at(-1)?.data).toMatchObject({ articleTitle: 'New', note: null });
    expect(codeOf(await step('accept', {}, seen))).toBe('edited-meanwhile');
    expect((await step('accept')).json()).toMatchObject({ stage: 'accepted', issueNumber: null });
    expect((await step('decline', { message: 'Sorry' })).json()).toMatchObject({
      status: 'declined',
      stage: null,
    });
    expect(codeOf(await side.publishPitch(id))).toBe('submission-declined');
    expect((await step('reopen')).json()).toMatchObject({ status: 'pending', stage: 'accepted' });
    expect((await side.publishPitch(id)).statusCode).toBe(201);
  });

  it('answers editors whose request changes nothing as if no concern had been reported', async () => {
    const side = await createNewsroom();
    const { headers } = await userAs(side, 'editor');
    const id = await side.pitched();
    const post = (path: string, body?: object, more: object = {}) =>
      side.call('POST', `/api/submissions/${id}/${path}`, body, { ...headers, ...more });
    // None of these changes anything.
    const tried = async () =>
      [
        await post('restore', { revision: 1 }),
        await post('unassign', undefined, { 'if-match': '"1-a"' }),
        await post('unassign'),
      ].map((answer) => [
        answer.statusCode,
        answer.json().code,
        answer.headers.etag,
        answer.headers['journal-position'],
      ]);
    const before = await tried();
    expect(before.map(([status]) => status)).toEqual([404, 412, 200]);
    const concern = { text: 'What happened' };
    await side.call('POST', `/api/submissions/mine/${id}/concerns`, concern, side.writer.headers);
    expect(await tried()).toEqual(before);
    await post('comments', sampleComment);
    expect((await side.events()).at(-1)?.data).toMatchObject({ pitchRevision: 0 });
    const seen = { 'if-match': String(before.at(-1)?.[2]) };
    expect((await post('assign', { userId: side.admin.userId }, seen)).statusCode).toBe(200);
    expect((await side.step(id, 'restore', { revision: 1 })).statusCode).toBe(200);
  });

  it('shows no reviewer who looks after their own pitch, nor that the people named in it have agreed', async () => {
    const side = await createNewsroom();
    const id = await side.pitched();
    await side.step(id, 'assign', { userId: side.admin.userId });
    await side.call('PUT', `/api/submissions/${id}/agreement`, { isAgreed: true }, side.admin.headers);
    const byline = { name: 'first', showAge: false, showSchool: false };
    const choose = async (role: 'reviewer' | 'editor') => {
      const { userId } = side.writer;
      await side.append(userStream(userId), { type: 'RoleGranted', data: { userId, role } });
      return side.call('PUT', `/api/submissions/mine/${id}/byline`, byline, side.writer.headers);
    };
    expect((await choose('reviewer')).json()).toMatchObject({ assigneeId: null, agreedAt: null });
    expect((await choose('editor')).json()).toMatchObject({ assigneeId: side.admin.userId });
  });

  it('records that the people named have agreed, shown to editors alone, until the text changes', async () => {
    const side = await createNewsroom();
    const id = await side.pitched();
    const note = (isAgreed: unknown, headers = {}) =>
      side.call(
        'PUT',
        `/api/submissions/${id}/agreement`,
        { isAgreed },
        { ...side.admin.headers, ...headers },
      );
    const before = side.log.length;
    expect((await note('yes')).statusCode).toBe(400);
    const noted = await note(true);
    expect(noted.json()).toMatchObject({ agreedAt: side.clock.now.toISOString(), stage: 'received' });
    expect((await note(true)).json()).toEqual(noted.json());
    expect((await side.events()).at(-1)?.metadata.actor.id).toBe(side.admin.userId);
    expect((await note(false, { 'if-match': '"0-1"' })).statusCode).toBe(412);
    expect((await note(false)).json().agreedAt).toBeNull();
    await note(true);
    const change = (age: number) =>
      side.call('PUT', `/api/submissions/${id}`, { ...samplePitch, age }, side.writer.headers);
    expect((await change(samplePitch.age)).json().agreedAt).toBeNull();
    expect((await note(true)).json().agreedAt).not.toBeNull();
    const own = await change(15);
    expect(own.json().agreedAt).toBeNull();
    const seen = { 'if-match': String(own.headers.etag) };
    expect((await note(true, seen)).json().agreedAt).not.toBeNull();
    expect((await side.editPitch(id, { articleTitle: 'New' })).json().agreedAt).toBeNull();
    expect(side.types(before)).toEqual([
      'SubmissionAgreementConfirmed',
      'SubmissionAgreementRevoked',
      'SubmissionAgreementConfirmed',
      'SubmissionEdited',
      'SubmissionEdited',
    ]);
    expect((await side.publishPitch(id)).statusCode).toBe(201);
  });

  it.each([
    ['assign', {}],
    ['assign', { userId: '00000000-0000-4000-8000-00000000dead' }],
    ['request-changes', { note: ' ' }],
    ['request-changes', { note: 'x'.repeat(100_000) }],
    ['request-changes', { note: 'A note', dueAt: 'tomorrow' }],
    ['request-changes', { note: 'A note', dueAt: '0000-01-01T00:00:00Z' }],
    ['request-changes', { note: 'A note', dueAt: '2026-01-01T00:00:00Z' }],
    ['request-changes', { note: 'A note', dueAt: '2026-12-31T23:59:60Z' }],
    ['request-changes', { note: 'A note', dueAt: '2126-01-01T00:00:00Z' }],
    ['decline', {}],
    ['accept', { issueNumber: 0 }],
    ['unassign', { userId: 'somebody' }],
  ])('rejects %s with %j, and writes nothing', async (name, body) => {
    const side = await createNewsroom();
    const id = await side.pitched();
    const before = side.log.length;
    const answer = await side.step(id, name, body);
    expect([answer.statusCode, codeOf(answer)]).toEqual([400, 'invalid-request']);
    expect(side.log).toHaveLength(before);
  });

  it('stores a due date in UTC, whatever its offset', async () => {
    const side = await createNewsroom();
    const id = await side.pitched();
    const asked = { note: 'A note', dueAt: '2026-01-12T00:00:00+23:00' };
    expect((await side.step(id, 'request-changes', asked)).json().dueAt).toBe('2026-01-11T01:00:00.000Z');
    expect((await side.events()).at(-1)?.data).toMatchObject({ dueAt: '2026-01-11T01:00:00.000Z' });
  });

  it('rejects publishing and deleting a pitch whose latest version the editor has not seen', async () => {
    const side = await createNewsroom();
    const id = await side.pitched();
    const seen = {
      'if-match': String((await side.step(id, 'request-changes', { note: 'A note' })).headers.etag),
    };
    await side.resubmit(id, { articleTitle: 'Unread' });
    const before = side.log.length;
    for (const answer of [
      await side.publishPitch(id, seen),
      await side.call('DELETE', `/api/submissions/${id}`, undefined, { ...side.admin.headers, ...seen }),
    ])
      expect([answer.statusCode, codeOf(answer)]).toEqual([412, 'edited-meanwhile']);
    // No article id is claimed, either.
    expect(side.log).toHaveLength(before);
    const now = { 'if-match': String((await side.step(id, 'accept')).headers.etag) };
    expect((await side.publishPitch(id, now)).statusCode).toBe(201);
  });

  it('lets reviewers only request changes, and only to pitches assigned to them', async () => {
    const side = await createNewsroom();
    const [id, other] = [await side.pitched(), await side.pitched()];
    const [editor, reviewer] = [await userAs(side, 'editor'), await userAs(side, 'reviewer')];
    const by = (user: typeof editor, path: string, body?: object) =>
      side.call('POST', `/api/submissions/${path}`, body, user.headers);
    expect((await by(editor, `${id}/assign`, { userId: reviewer.userId })).statusCode).toBe(200);
    const asked = await by(reviewer, `${id}/request-changes`, { note: 'A note' });
    expect(asked.json()).toMatchObject({ stage: 'changes-requested', assigneeId: reviewer.userId });
    const before = side.log.length;
    expect(codeOf(await by(reviewer, `${other}/request-changes`, { note: 'A note' }))).toBe(
      'submission-not-found',
    );
    for (const step of ['accept', 'publish', 'unassign', 'decline'])
      expect(
        codeOf(await by(reviewer, `${id}/${step}`, step === 'decline' ? { message: 'No' } : undefined)),
      ).toBe('not-allowed');
    expect(side.log).toHaveLength(before);
    expect((await by(editor, `${id}/assign`, { userId: editor.userId })).statusCode).toBe(200);
    expect(codeOf(await by(reviewer, `${id}/request-changes`, { note: 'Late' }))).toBe(
      'submission-not-found',
    );
  });

  it('returns the writer’s email address to the safeguarding role, and records each look-up', async () => {
    const side = await createNewsroom();
    const id = await side.pitched();
    const { userId, headers } = await userAs(side, 'safeguarding');
    const lookUp = (which: string) =>
      side.call('POST', `/api/submissions/${which}/look-up-address`, undefined, headers);
    const before = side.log.length;
    expect((await lookUp(id)).json()).toEqual({ email: 'sample.writer@example.org' });
    expect((await lookUp(id)).headers).toMatchObject({ 'cache-control': 'no-store' });
    expect((await side.events()).slice(before)).toMatchObject(
      [1, 2].map(() => ({
        type: 'AddressLookedUp',
        data: { userId: side.writer.userId, submissionId: id },
        metadata: { actor: { id: userId, role: 'safeguarding' } },
      })),
    );
    expect(codeOf(await lookUp('00000000-0000-4000-8000-00000000dead'))).toBe('submission-not-found');
    await side.happen(side.writer.userId, 'UserForgotten');
    expect(codeOf(await lookUp(id))).toBe('submission-not-found');
    expect(side.types(before)).toEqual(['AddressLookedUp', 'AddressLookedUp', 'UserForgotten']);
  });

  it('rejects assigning a reviewer, but not an administrator, to their own pitch', async () => {
    const side = await createNewsroom();
    const reviewer = await userAs(side, 'reviewer');
    const pitchOf = async ({ headers }: typeof reviewer) =>
      (await side.call('POST', '/api/submissions', samplePitch, headers)).json().id;
    const before = side.log.length;
    const own = await side.step(await pitchOf(reviewer), 'assign', { userId: reviewer.userId });
    expect(codeOf(own)).toBe('own-pitch');
    expect(side.types(before)).toEqual(['SubmissionPitched']);
    // An editor who reads all pitches gains no access by it.
    const editors = await side.step(await pitchOf(side.admin), 'assign', { userId: side.admin.userId });
    expect(editors.json().assigneeId).toBe(side.admin.userId);
  });

  it('rejects assigning a pitch to a user who is not an editor', async () => {
    const side = await createNewsroom();
    const answer = await side.step(await side.pitched(), 'assign', { userId: side.writer.userId });
    expect([answer.statusCode, answer.json().errors]).toEqual([
      400,
      [{ path: 'userId', message: 'Only an editor can look after a pitch' }],
    ]);
  });
});
