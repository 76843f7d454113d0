import { describe, expect, it } from 'vitest';
import { type BounceReport, readBounceReport } from './bounce-report.ts';

const lines = (...parts: readonly string[]) => parts.join('\r\n');
const read = (message: string | Buffer) =>
  readBounceReport(typeof message === 'string' ? Buffer.from(message, 'latin1') : message);

/** Returns a report as mail servers compose it: text, fields and the returned message. */
function report(
  fields: string,
  {
    type = 'multipart/report; report-type=delivery-status',
    part = 'message/delivery-status',
    words = 'Your message could not be delivered.',
    returned = lines('From: The Forum <forum@school.example>', 'Subject: Issue 7', '', 'Snow'),
    eol = '\r\n',
  } = {},
): string {
  return lines(
    'Return-Path: <>',
    'From: Mail Delivery System <MAILER-DAEMON@mx.example>',
    'To: bounces+token@b.school.example',
    'Subject: Undelivered Mail Returned to Sender',
    'Auto-Submitted: auto-replied',
    'MIME-Version: 1.0',
    `Content-Type: ${type}; boundary="=_b"`,
    ...[
      '',
      'This is a MIME-encapsulated message.',
      '',
      '--=_b',
      'Content-Type: text/plain; charset=us-ascii',
    ],
    ...['', words, '', '--=_b', `Content-Type: ${part}`, '', fields],
    ...['', '--=_b', 'Content-Type: message/rfc822', '', returned, '', '--=_b--', ''],
  ).replaceAll('\r\n', eol);
}

const perMessage = lines('Reporting-MTA: dns; mx.example', 'Arrival-Date: Thu, 26 Nov 2026 08:00:00 +0000');
const about = (...fields: readonly string[]) =>
  lines(perMessage, '', 'Final-Recipient: rfc822; reader@example.org', ...fields);
const failed = (bounce: 'hard' | 'soft' | undefined, smtpCode: string | undefined): BounceReport => ({
  ...{ kind: 'failed', smtpCode },
  ...(bounce ? { bounce } : {}),
});

describe('a delivery status notification', () => {
  it.each<[string, string, BounceReport | undefined]>([
    [
      'of Postfix about an unknown user',
      about(
        ...['Original-Recipient: rfc822;reader@example.org', 'Action: failed', 'Status: 5.1.1'],
        ...['Remote-MTA: dns; mx.example.org', 'Diagnostic-Code: smtp; 550 5.1.1 <reader@example.org>:'],
        '    Recipient address rejected: User unknown in virtual mailbox table',
      ),
      failed('hard', '550 5.1.1'),
    ],
    [
      'of Postfix about a domain that is gone',
      about('Action: failed', 'Status: 5.4.4', 'Diagnostic-Code: X-Postfix; Host or domain name not found'),
      failed('soft', '5.4.4'),
    ],
    [
      'of Postfix that has given up after five days',
      about('Action: failed', 'Status: 4.4.1', 'Diagnostic-Code: X-Postfix; connect to mx: timed out'),
      failed('soft', '4.4.1'),
    ],
    [
      'of Postfix about a delay',
      about('Action: delayed', 'Status: 4.4.1', 'Will-Retry-Until: Tue, 1 Dec 2026 08:00:00 +0000'),
      undefined,
    ],
    [
      'of Exim, whose status says nothing, beside what the other server has said',
      about('Action: failed', 'Status: 5.0.0', 'Diagnostic-Code: smtp; 550 5.1.1 No such user here'),
      failed('hard', '550 5.1.1'),
    ],
    [
      'of Exim without a code of its own: it may be about the text',
      about('Action: failed', 'Status: 5.0.0', 'Diagnostic-Code: smtp; 550 Message rejected'),
      failed('soft', '550 5.0.0'),
    ],
    [
      'of Exim about an address that leads nowhere',
      about('Action: failed', 'Status: 5.0.0'),
      failed('soft', '5.0.0'),
    ],
    [
      'of Exchange about an unknown recipient',
      about(
        ...['Action: failed', 'Status: 5.1.10', 'Remote-MTA: dns;mail.example.org'],
        'Diagnostic-Code: smtp;550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient not found',
      ),
      failed('hard', '550 5.1.10'),
    ],
    [
      'of Exchange about a mailbox that is full',
      about('Action: failed', 'Status: 5.2.2', 'Diagnostic-Code: smtp;554 5.2.2 mailbox full; STOREDRV'),
      failed('soft', '554 5.2.2'),
    ],
    [
      'of Exchange about whom it has to do with',
      about(
        'Action: failed',
        'Status: 5.7.1',
        'Diagnostic-Code: smtp;550 5.7.1 TRANSPORT.RULES.RejectMessage',
      ),
      failed(undefined, '550 5.7.1'),
    ],
    [
      'of Gmail, on several lines',
      lines(
        ...['Reporting-MTA: dns; googlemail.com', 'X-Original-Message-ID: <7-1.a@school.example>', ''],
        ...['Final-Recipient: rfc822; reader@example.org', 'Action: failed', 'Status: 5.1.1'],
        ...['Remote-MTA: dns; gmail-smtp-in.l.google.com. (192.0.2.26, the server for the domain.)'],
        'Diagnostic-Code: smtp; 550-5.1.1 The email account that you tried to reach does not exist.',
        ' 550-5.1.1 Please try double-checking the address 550 5.1.1 - gsmtp',
        'Last-Attempt-Date: Thu, 26 Nov 2026 00:00:00 -0800 (PST)',
      ),
      failed('hard', '550 5.1.1'),
    ],
    [
      'of Gmail about an account over its quota',
      about('Action: failed', 'Status: 4.2.2', 'Diagnostic-Code: smtp; 452-4.2.2 The account is over quota'),
      failed('soft', '452 4.2.2'),
    ],
    [
      'about an account that is switched off, with comments',
      about('Action: failed (delivery failed)', 'Status: 5.2.1 (mailbox disabled)'),
      failed('hard', '5.2.1'),
    ],
    [
      'whose names have other capitals, and spaces before the colon',
      about('ACTION : Failed', 'status:5.1.1'),
      failed('hard', '5.1.1'),
    ],
    [
      'about a number that looks like a code and is an address',
      about('Action: failed', 'Status: 5.0.0', 'Diagnostic-Code: smtp; 554 5.1.1.7 is blocked'),
      failed('soft', '554 5.0.0'),
    ],
    ['about our sender', about('Action: failed', 'Status: 5.1.8'), failed(undefined, '5.1.8')],
    ['about its size', about('Action: failed', 'Status: 5.3.4'), failed(undefined, '5.3.4')],
    ['of a success', about('Action: delivered', 'Status: 2.0.0'), undefined],
    ['of something passed on', about('Action: relayed', 'Status: 2.0.0'), undefined],
    [
      'of two to whom it was passed on, of whom one has it',
      lines(about('Action: failed', 'Status: 5.1.1'), '', 'Final-Recipient: rfc822; b@x', 'Action: relayed'),
      undefined,
    ],
    [
      'of two to whom it was passed on, of whom neither has it',
      lines(
        ...[about('Action: failed', 'Status: 5.1.1'), '', 'Final-Recipient: rfc822; b@x'],
        ...['Action: failed', 'Status: 4.2.2'],
      ),
      failed('soft', '4.2.2'),
    ],
    [
      'whose groups run together',
      lines(perMessage, 'Final-Recipient: rfc822; a@x', 'Action: failed', 'Status: 5.1.1'),
      failed('hard', '5.1.1'),
    ],
    ['without an action', about('Status: 5.1.1'), undefined],
    ['without a status', about('Action: failed'), failed('soft', undefined)],
    ['whose status is none', about('Action: failed', 'Status: unknown'), failed('soft', undefined)],
    ['without fields', 'nothing of the kind', undefined],
    ['without anything', '', undefined],
  ])('yields the expected bounce or none: %s', async (_name, fields, expected) => {
    expect(await read(report(fields))).toEqual(expected);
  });

  const gone = about('Action: failed', 'Status: 5.1.1');
  it.each<[string, string | Buffer]>([
    ['with line ends of Unix', report(gone, { eol: '\n' })],
    ['of addresses with letters of all languages', report(gone, { part: 'message/global-delivery-status' })],
    [
      'that somebody has wrapped once more',
      lines(
        ...['Content-Type: multipart/mixed; boundary=out', '', '--out', 'Content-Type: text/plain', '', 'Hi'],
        ...['--out', report(gone).slice(report(gone).indexOf('Content-Type')), '--out', ''],
        ...['Content-Type: text/plain', '', 'This mail was scanned', '--out--', ''],
      ),
    ],
    [
      'in base64',
      report(lines('', Buffer.from(gone).toString('base64')), {
        part: 'message/delivery-status\r\nContent-Transfer-Encoding: base64',
      }).replace('base64\r\n\r\n\r\n', 'base64\r\n\r\n'),
    ],
    [
      'with bytes of eight bits',
      report(lines(gone, 'X-Words: Postfach gel\xf6scht \xff\xfe'), { words: '\xe4' }),
    ],
    ['with a whole issue behind it', report(gone, { returned: `Subject: a\r\n\r\n${'x'.repeat(900_000)}` })],
    ['that ends in the middle', report(gone).slice(0, report(gone).indexOf('5.1.1') + 7)],
    ['as a part of something that is called otherwise', report(gone, { type: 'multipart/mixed' })],
  ])('is read as a hard bounce: %s', async (_name, message) => {
    expect(await read(message)).toEqual(failed('hard', '5.1.1'));
  });
});

describe('a feedback report', () => {
  const feedback = (type: string, returned = 'Subject: Issue 7') =>
    report(lines(`Feedback-Type: ${type}`, 'User-Agent: Provider/1.0', 'Version: 1'), {
      type: 'multipart/report; report-type=feedback-report',
      part: 'message/feedback-report',
      returned,
    });

  it.each<[string, BounceReport | undefined]>([
    ['abuse', { kind: 'complaint' }],
    ['Abuse', { kind: 'complaint' }],
    ['fraud', { kind: 'complaint' }],
    ['opt-out', { kind: 'complaint' }],
    ['not-spam', undefined],
    ['auth-failure', undefined],
    ['', undefined],
  ])('of type %j is read as %j', async (type, expected) => {
    expect(await read(feedback(type))).toEqual(expected);
  });

  it('is read from its own part, not from a report within the returned message', async () => {
    const inner = report(about('Action: failed', 'Status: 5.1.1')).replaceAll('=_b', '=_inner');
    expect(await read(feedback('abuse', inner))).toEqual({ kind: 'complaint' });
    expect(await read(feedback('not-spam', inner))).toBeUndefined();
  });
});

describe('a message that can’t be read as a report', () => {
  const gone = about('Action: failed', 'Status: 5.1.1');
  const mail = (...parts: readonly string[]) => lines('From: reader@example.org', ...parts);
  it.each<[string, string | Buffer]>([
    [
      'who is out of office',
      mail('Subject: Out of office', 'Auto-Submitted: auto-replied', '', 'Back on Monday. 550 5.1.1'),
    ],
    [
      'who passes a report on',
      mail(
        ...['Content-Type: multipart/mixed; boundary=b', '', '--b', 'Content-Type: message/rfc822', ''],
        ...[report(about('Action: failed', 'Status: 5.1.1')), '--b--', ''],
      ),
    ],
    ['what has no header', 'Action: failed\r\nStatus: 5.1.1'],
    ['what is no mail', Buffer.from(Array.from({ length: 5_000 }, (_, index) => (index * 7) % 256))],
    ['nothing', ''],
    [
      'what is nested without end',
      lines(
        'Content-Type: multipart/mixed; boundary=b0',
        ...Array.from({ length: 500 }, (_, at) =>
          lines('', `--b${at}`, `Content-Type: multipart/mixed; boundary=b${at + 1}`),
        ),
      ),
    ],
    ['what has lines without end', report(gone, { words: '\n'.repeat(2_000) })],
    ['what has words without end', report(gone, { words: 'x'.repeat(128 * 1024) })],
    ['what has headers without end', `${'X-Header: value\r\n'.repeat(10_000)}\r\n`],
  ])('is ignored: %s', async (_name, message) => {
    expect(await read(message)).toBeUndefined();
  });
});
