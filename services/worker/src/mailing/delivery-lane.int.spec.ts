import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createMessageWriter, type Message } from '../mail/mailer.ts';
import { type Misbehaviour, startMailServer } from '../testing/mail-server.ts';
import { createSmtpLane, type DeliveryLane } from './delivery-lane.ts';

const message: Message = {
  ...{ kind: 'issue', subjectId: 'reader-1', to: 'ada@example.org', subject: 'Issue 7', text: 'Snow' },
  html: '<p>Snow</p>',
};
const write = createMessageWriter({ name: 'The Forum', address: 'no-reply@example.org' });
const { signal } = new AbortController();

let server: Awaited<ReturnType<typeof startMailServer>>;
let lane: DeliveryLane;
beforeEach(async () => {
  server = await startMailServer();
  lane = createSmtpLane(server.url, write);
});
afterEach(async () => {
  lane.close();
  await server.close();
});

it('the lane sends copies one after another over one connection', async () => {
  for (let copies = 0; copies < 3; copies++)
    expect(await lane.deliver(message, signal)).toEqual({ kind: 'accepted', smtpCode: '250' });
  expect(server.connections).toBe(1);
  expect(server.raw).toHaveLength(3);
});

const accepted = { kind: 'accepted', smtpCode: '250' };
const failed = { kind: 'failed', isBusy: false };

describe('the SMTP lane', () => {
  it.each<[string, Misbehaviour, object]>([
    ['greets nobody', { refuses: 'greeting', code: 554 }, failed],
    ['is busy', { refuses: 'greeting', code: 421 }, { kind: 'failed', isBusy: true }],
    ['says nothing', { hangs: 'greeting' }, failed],
    ['hangs up', { drops: 'greeting' }, failed],
    ['refuses the sender', { refuses: 'sender', code: 550 }, { ...failed, reason: '550' }],
    [
      'has enough of the sender',
      { refuses: 'sender', code: 450, says: '4.7.1 Too much mail' },
      { kind: 'failed', isBusy: true, reason: '450 4.7.1' },
    ],
    ['knows no such mailbox', { refuses: 'recipient', code: 550 }, { kind: 'refused', bounce: 'hard' }],
    [
      'says so in full',
      { refuses: 'recipient', code: 550, says: '5.1.1 No such user' },
      { kind: 'refused', bounce: 'hard', smtpCode: '550 5.1.1' },
    ],
    [
      'wants none of us',
      { refuses: 'recipient', code: 550, says: '5.7.1 Blocked' },
      { kind: 'refused', smtpCode: '550 5.7.1' },
    ],
    ['has no room', { refuses: 'recipient', code: 552 }, { kind: 'refused', bounce: 'soft' }],
    ['greylists', { refuses: 'recipient', code: 451 }, { kind: 'later', isBusy: false }],
    [
      'slows us down',
      { refuses: 'recipient', code: 450, says: '4.7.0 Slow down' },
      { kind: 'later', isBusy: true },
    ],
    ['says nothing to a recipient', { hangs: 'recipient' }, failed],
    ['hangs up on a recipient', { drops: 'recipient' }, failed],
    ['refuses the text', { refuses: 'text', code: 554 }, { kind: 'refused', smtpCode: '554' }],
    ['wants the text later', { refuses: 'text', code: 451 }, { kind: 'later', smtpCode: '451' }],
    ['says nothing after the text', { hangs: 'text' }, { kind: 'uncertain' }],
    ['hangs up after the text', { drops: 'text' }, { kind: 'uncertain' }],
    ['takes it and hangs up', { drops: 'answer' }, { kind: 'uncertain' }],
  ])(
    'returns the outcome for a server that %s, and delivers the next copy',
    async (_what, misbehaviour, outcome) => {
      server.plan(misbehaviour);
      // Short timeouts for a server that hangs; the test is about the outcome.
      const impatient = createSmtpLane(server.url, write, { connect: 5_000, greeting: 1_000, idle: 3_000 });
      const told = await ('hangs' in misbehaviour ? impatient : lane).deliver(message, signal);
      expect(told).toMatchObject(outcome);
      if (told.kind === 'refused' && !('bounce' in outcome)) expect(told).not.toHaveProperty('bounce');
      // None of the server's text, which may contain the address.
      expect(JSON.stringify(told)).not.toMatch(/secret|@|Blocked/);
      expect(server.raw).toHaveLength(Object.values(misbehaviour).includes('answer') ? 1 : 0);
      // The lane continues with the next recipient, over the same connection if it is still open.
      const isLasting = 'refuses' in misbehaviour && misbehaviour.refuses !== 'greeting';
      if (isLasting) {
        server.heal();
        expect(await lane.deliver(message, signal)).toEqual(accepted);
        expect(server.connections).toBe(1);
      } else expect(await lane.deliver(message, signal)).toEqual(accepted);
    },
  );

  it('returns a failure if no server is listening', async () => {
    await server.close();
    expect(await lane.deliver(message, signal)).toMatchObject(failed);
    server = await startMailServer();
  });

  it('refuses an address that contains SMTP commands, and sends it to no server', async () => {
    const to = 'ada@example.org> SIZE=1\r\nRCPT TO:<eve@example.org';
    expect(await lane.deliver({ ...message, to }, signal)).toMatchObject({ kind: 'refused' });
    expect(server.recipients).toEqual([]);
  });
});

it('the lane reconnects after the server has closed an idle connection', async () => {
  expect(await lane.deliver(message, signal)).toEqual(accepted);
  server.cut();
  await expect.poll(async () => (await lane.deliver(message, signal)).kind).toBe('accepted');
});

it.each([
  ['recipient', 'failed'],
  ['text', 'uncertain'],
] as const)('a delivery that is aborted while the server hangs at the %s is %s', async (hangs, kind) => {
  const patient = createSmtpLane(server.url, write);
  server.plan({ hangs });
  const stop = new AbortController();
  const delivering = patient.deliver(message, stop.signal);
  await expect.poll(() => (hangs === 'text' ? server.isReading : server.recipients.length > 0)).toBe(true);
  stop.abort();
  expect(await delivering).toMatchObject({ kind });
});

it('the lane authenticates, and reports a rejected login as a failure with code 535', async () => {
  const strict = await startMailServer({ user: 'post', password: 'secret' });
  const signedIn = createSmtpLane(`smtp://post:secret@127.0.0.1:${strict.port}`, write);
  expect(await signedIn.deliver(message, signal)).toEqual(accepted);
  const wrong = createSmtpLane(`smtp://post:wrong@127.0.0.1:${strict.port}`, write);
  expect(await wrong.deliver(message, signal)).toMatchObject({ ...failed, reason: '535' });
  signedIn.close();
  await strict.close();
});

it('the lane logs in again after a rejected login', async () => {
  const account = { user: 'post', password: 'not known yet' };
  const strict = await startMailServer(account);
  const signedIn = createSmtpLane(`smtp://post:secret@127.0.0.1:${strict.port}`, write);
  expect(await signedIn.deliver(message, signal)).toMatchObject({ ...failed, reason: '535' });
  account.password = 'secret';
  expect(await signedIn.deliver(message, signal)).toEqual(accepted);
  signedIn.close();
  await strict.close();
});
