import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { type ApiClient, ApiError } from '@journal/contracts';
import { createSubscriptionLinks } from '@journal/events';
import { createDeliveries } from '@journal/read-models/delivery';
import { until } from '@journal/testing';
import { createKeyedHash } from '@journal/vault';
import { createTransport } from 'nodemailer';
import { expect } from 'vitest';
import { mailingId, mailingTest } from '../testing/mailing-test.ts';
import { createBounceAddresses } from './bounce-address.ts';
import { createBounceListener, type ListenerTimeouts } from './bounce-listener.ts';

const waits: ListenerTimeouts = { idle: 60_000, connection: 60_000, closing: 1, retry: 20 };

/** A mailing whose bounces go to a listener, and the reports of mail servers. */
const it = mailingTest.extend('bounces', async ({ log, mailing }, { onCleanup }) => {
  const keyedHash = createKeyedHash(log.vault);
  const addresses = createBounceAddresses('bounces@b.journal.example', keyedHash);
  const links = createSubscriptionLinks(keyedHash);
  const left: string[] = [];
  const warned: unknown[] = [];
  const command = {
    async request(_route: string, { body }: { body: { token: string } }) {
      const link = await links.readUnsubscribe(body.token);
      const reader = mailing.readers.find(({ subscriberId }) => subscriberId === link?.subscriberId);
      if (!reader || left.includes(reader.email)) throw new ApiError(400, '');
      left.push(reader.email);
      await mailing.applied(await reader.end());
    },
  } as unknown as ApiClient;
  const stopping = new AbortController();
  const open = (more: Partial<ListenerTimeouts> = {}, deliveries = createDeliveries(mailing.pool)) =>
    createBounceListener(
      {
        addresses,
        links,
        command,
        deliveries,
        log: { warn: (...what: unknown[]) => void warned.push(what) },
      },
      { ...waits, ...more },
    );
  const listener = open();
  const port = (await listener.listen(0, stopping.signal, '127.0.0.1')) ?? 0;
  onCleanup(async () => {
    stopping.abort();
    await listener.close();
  });

  /** Resolves with the listener's response to a message. */
  async function send(to: string, raw: string, at = port): Promise<string> {
    const transport = createTransport({ host: '127.0.0.1', port: at, ignoreTLS: true });
    try {
      return (await transport.sendMail({ envelope: { from: '', to }, raw })).response;
    } catch (error) {
      const { response, command } = error as { response?: unknown; command?: unknown };
      return `${response}${command === 'RCPT TO' ? ' (before the text)' : ''}`;
    }
  }
  const senderOf = (reader: number) =>
    mailing.server.envelopes.findLast(({ to }) => to === mailing.readers[reader]?.email)?.from ?? '';
  return {
    ...{ port, open, send, senderOf, addresses, left, warned, stopping },
    bounce: (reader: number, status: string, action = 'failed') =>
      send(senderOf(reader), reportOf('delivery-status', `Action: ${action}\r\nStatus: ${status}`)),
    complain: (reader: number) =>
      send(senderOf(reader), reportOf('feedback-report', 'Feedback-Type: abuse\r\nVersion: 1')),
    sender: () => mailing.sender({ bounceAddresses: addresses }),
    rows: async (id = mailingId) =>
      (
        await mailing.pool.query(
          `select subscriber_id as "subscriberId", bounce, smtp_code as code, bounced_at is not null as "isBack"
           from delivery.recipient where mailing_id = $1`,
          [id],
        )
      ).rows as { subscriberId: string; bounce: string | null; code: string; isBack: boolean }[],
    suppressed: async () =>
      Object.fromEntries(
        (await mailing.pool.query('select address_hash as hash, reason from delivery.suppression')).rows.map(
          ({ hash, reason }) => [mailing.readers.find((reader) => reader.hash === hash)?.email, reason],
        ),
      ),
  };
});

const reportOf = (type: string, fields: string) =>
  [
    ...['From: MAILER-DAEMON@mx.example', 'To: bounces@b.journal.example', 'Subject: Undelivered'],
    ...[`Content-Type: multipart/report; report-type=${type}; boundary=b`, '', '--b', ''],
    ...['Secret words about secret@example.org.', '--b', `Content-Type: message/${type}`, ''],
    ...['Reporting-MTA: dns; mx.example', '', fields, '', '--b--', ''],
  ].join('\r\n');

it('readers with a hard bounce, a complaint or three soft bounces are left out of later mailings', async ({
  mailing,
  bounces,
}) => {
  const { bounce, rows, suppressed } = bounces;
  await mailing.startFor(8);
  await mailing.finish(bounces.sender());
  const senders = mailing.server.envelopes.map(({ from }) => from);
  expect(new Set(senders).size).toBe(8);
  for (const from of senders) expect(from).toMatch(/^bounces\+[0-9a-z]{48}@b\.journal\.example$/);
  expect(new Set(mailing.server.envelopes.map(({ wantsBack }) => wantsBack))).toEqual(new Set(['HDRS']));
  // The sender that readers see is unchanged.
  expect((await mailing.server.messages()).map(({ from }) => from?.address)).toEqual(
    Array(8).fill('mail@journal.example'),
  );

  const answers = [
    await bounce(0, '5.1.1'),
    await bounce(0, '5.1.1'),
    await bounce(1, '5.2.2'),
    await bounce(2, '5.7.1'),
    await bounce(3, '4.4.1', 'delayed'),
    await bounces.complain(4),
    await bounces.complain(4),
    await bounces.send(bounces.senderOf(5), 'Subject: Out of office\r\n\r\nBack on Monday. 550 5.1.1'),
  ];
  expect(answers.map((answer) => answer.slice(0, 3))).toEqual(Array(8).fill('250'));
  const found = await rows();
  const back = mailing.readers.map(({ subscriberId }) => {
    const row = found.find((each) => each.subscriberId === subscriberId);
    return row?.isBack ? [row.bounce, row.code] : undefined;
  });
  expect(back).toEqual([
    ...[['hard', '5.1.1'], ['soft', '5.2.2'], [null, '5.7.1'], undefined],
    ...[undefined, undefined, undefined, undefined],
  ]);
  expect(await suppressed()).toEqual({ 'reader-0@example.org': 'hard', 'reader-4@example.org': 'complaint' });
  expect(bounces.left).toEqual(['reader-4@example.org']);
  expect(await mailing.counts()).toEqual({ accepted: 8 });

  await mailing.start('7-2');
  await mailing.finish(bounces.sender());
  expect(await mailing.counts('7-2')).toEqual({ accepted: 6, suppressed: 1 });
  await bounce(1, '4.2.2');
  await mailing.start('7-3');
  await mailing.finish(bounces.sender());
  await bounce(1, '5.2.2');
  expect(await suppressed()).toMatchObject({ 'reader-1@example.org': 'soft' });
  await mailing.start('7-4');
  await mailing.finish(bounces.sender());
  expect(await mailing.counts('7-4')).toEqual({ accepted: 5, suppressed: 2 });
  expect(JSON.stringify([bounces.warned, mailing.warned])).not.toContain('secret');
});

it('the listener counts a bounce that arrives before the delivery is recorded, and ignores late bounces', async ({
  mailing,
  bounces,
}) => {
  const early: Promise<string>[] = [];
  await mailing.startFor(4);
  // The bounce arrives before the first server's response is recorded.
  const onStep = async (step: string) => {
    if (step !== 'delivered' || early.length > 0) return;
    const { from = '' } = mailing.server.envelopes[0] ?? {};
    early.push(bounces.send(from, reportOf('delivery-status', 'Action: failed\r\nStatus: 5.1.1')));
    await early[0];
  };
  await mailing.finish(mailing.sender({ bounceAddresses: bounces.addresses, onStep }));
  const back = (await bounces.rows()).filter(({ isBack }) => isBack);
  expect(back.map(({ bounce }) => bounce)).toEqual(['hard']);
  const [first] = Object.keys(await bounces.suppressed());
  expect(first).toBe(mailing.server.envelopes[0]?.to);

  const rest = [0, 1, 2, 3].filter((reader) => mailing.readers[reader]?.email !== first);
  const [gone = 0, unsubscribed = 0, late = 0] = rest;
  await mailing.applied((await mailing.readers[unsubscribed]?.end()) ?? '');
  expect(await bounces.bounce(unsubscribed, '5.1.1')).toMatch(/^250/);
  expect(await bounces.complain(unsubscribed)).toMatch(/^250/);
  // Deliveries are kept for 90 days; this one has expired.
  await mailing.pool.query(`delete from delivery.recipient where subscriber_id = $1`, [
    mailing.readers[gone]?.subscriberId,
  ]);
  expect(await bounces.bounce(gone, '5.1.1')).toMatch(/^250/);
  expect(Object.keys(await bounces.suppressed())).toEqual([first]);
  await mailing.pool.query('delete from delivery.recipient');
  expect(await bounces.complain(late)).toMatch(/^250/);
  expect(bounces.left).toEqual([mailing.readers[late]?.email]);
});

it('the listener rejects foreign addresses before the text, and oversized messages, and suppresses nobody', async ({
  mailing,
  bounces,
}) => {
  await mailing.startFor(1);
  await mailing.finish(bounces.sender());
  const forged = await bounces.addresses.addressOf({ mailingId, subscriberId: randomUUID() });
  const [, domain] = forged.split('@');
  const good = bounces.senderOf(0);
  const wrong = `${good.slice(0, good.indexOf('@') - 1)}${good.includes('0@') ? '1' : '0'}@${domain}`;
  const report = reportOf('delivery-status', 'Action: failed\r\nStatus: 5.1.1');
  for (const to of [wrong, `bounces@${domain}`, `postmaster@${domain}`, 'reader-0@example.org'])
    expect(await bounces.send(to, report), to).toMatch(/^550 .*\(before the text\)$/);
  // A valid address of a subscriber who was never sent a copy: it has no effect.
  expect(await bounces.send(forged, report)).toMatch(/^250/);
  expect(await bounces.send(good, `Subject: a\r\n\r\n${'x\r\n'.repeat(400_000)}`)).toMatch(/^552/);
  expect(await bounces.suppressed()).toEqual({});
  expect((await bounces.rows()).filter(({ isBack }) => isBack)).toEqual([]);
});

it('the listener answers 451 while it can’t record a report, and records it when it is sent again', async ({
  mailing,
  bounces,
}) => {
  await mailing.startFor(1);
  await mailing.finish(bounces.sender());
  await mailing.pool.query(`update projections.checkpoint set caught_up_at = null`);
  await mailing.pool.query(`alter table newsletter_v3.subscriber rename to away`);
  expect(await bounces.bounce(0, '5.1.1')).toMatch(/^451/);
  expect(await bounces.complain(0)).toMatch(/^451/);
  await mailing.pool.query(`alter table newsletter_v3.away rename to subscriber`);
  expect(await bounces.bounce(0, '5.1.1')).toMatch(/^250/);
  expect(await bounces.suppressed()).toEqual({ 'reader-0@example.org': 'hard' });
  expect(JSON.stringify(bounces.warned)).not.toContain('secret');
});

it('the listener waits until its port is free', async ({ bounces }) => {
  const [first, second] = [bounces.open(), bounces.open()];
  const port = (await first.listen(0, bounces.stopping.signal, '127.0.0.1')) ?? 0;
  const listening = second.listen(port, bounces.stopping.signal, '127.0.0.1');
  await until(() => expect(bounces.warned).toHaveLength(1));
  await first.close();
  expect(await listening).toBe(port);
  expect(await bounces.send(`bounces@${bounces.addresses.domain}`, 'Subject: a', port)).toMatch(/^550 /);
  expect(bounces.warned).toHaveLength(1);
  await second.close();
});

it('the listener closes a connection after its timeout, and waits until stopped while its port is in use', async ({
  bounces,
}) => {
  const second = bounces.open({ connection: 1 });
  const listening = second.listen(bounces.port, bounces.stopping.signal, '127.0.0.1');
  await until(() => expect(bounces.warned).toHaveLength(1));
  bounces.stopping.abort();
  expect(await listening).toBeUndefined();
  const port = (await second.listen(0, new AbortController().signal, '127.0.0.1')) ?? 0;
  const socket = connect(port, '127.0.0.1');
  socket.resume();
  await once(socket, 'close');
  await second.close();
});

it('the listener logs nothing if a client disconnects in the middle of a message', async ({
  mailing,
  bounces,
}) => {
  await mailing.startFor(1);
  await mailing.finish(bounces.sender());
  const listener = bounces.open();
  const port = await listener.listen(0, bounces.stopping.signal, '127.0.0.1');
  const socket = connect(port ?? 0, '127.0.0.1');
  for (const line of ['EHLO a', 'MAIL FROM:<>', `RCPT TO:<${bounces.senderOf(0)}>`, 'DATA', 'Subject: a']) {
    const [answer] = await once(socket, 'data');
    expect(String(answer)).toMatch(/^[23]/);
    socket.write(`${line}\r\n`);
  }
  socket.destroy();
  await listener.close();
  expect(await bounces.bounce(0, '5.1.1')).toMatch(/^250/);
  expect(bounces.warned).toEqual([]);
});
