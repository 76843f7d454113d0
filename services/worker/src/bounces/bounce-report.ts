import type { Bounce } from '@journal/read-models/delivery';
import PostalMime from 'postal-mime';
import { bounceOf } from '../mailing/delivery-outcome.ts';

/** What a message says of the copy that it answers. */
export type BounceReport =
  /** It did not arrive. `bounce`: what that says of the address, where it says something. `smtpCode`: digits alone. */
  | { readonly kind: 'failed'; readonly bounce?: Bounce | undefined; readonly smtpCode: string | undefined }
  /** Its reader has called it junk. */
  | { readonly kind: 'complaint' };

/** A message within messages is somebody else's: nobody reports about that. */
const limits = { forceRfc822Attachments: true, maxNestingDepth: 20, maxHeadersSize: 64_000 } as const;
/**
 * Bytes and lines of a message that are read: a report says first what became of the copy, and then sends it back. Each line
 * costs many times its length to take apart.
 */
const most = { bytes: 128 * 1024, lines: 2_000 } as const;
const newline = 0x0a;
const statusTypes: readonly string[] = ['message/delivery-status', 'message/global-delivery-status'];
const feedbackType = 'message/feedback-report';
/** RFC 5965, 7.3; the others are about signatures, or no complaints. */
const complaints: readonly string[] = ['abuse', 'fraud', 'opt-out', 'opt-out-list'];

/**
 * Resolves with what a message says: a delivery status notification (RFC 3464), or a complaint (RFC 5965). Undefined where it
 * says nothing of the kind in its first 2,000 lines: an automatic reply, a delay, a success, or what can't be read.
 */
export async function readBounceReport(message: Uint8Array): Promise<BounceReport | undefined> {
  const parsed = await PostalMime.parse(beginningOf(message), limits).catch(() => undefined);
  const parts = parsed?.attachments ?? [];
  const groupsIn = (types: readonly string[]) =>
    parts
      .filter(({ mimeType }) => types.includes(mimeType))
      .flatMap(({ content }) => fieldGroups(Buffer.from(content as ArrayBuffer).toString('latin1')));
  for (const fields of groupsIn([feedbackType]))
    if (complaints.includes(firstWord(fields.get('feedback-type')))) return { kind: 'complaint' };
  return judge(groupsIn(statusTypes).filter((fields) => fields.has('action')));
}

function beginningOf(message: Uint8Array): Uint8Array {
  const beginning = message.subarray(0, most.bytes);
  let end = 0;
  for (let lines = 0; lines < most.lines; lines++) {
    const at = beginning.indexOf(newline, end);
    if (at < 0) return beginning;
    end = at + 1;
  }
  return beginning.subarray(0, end);
}

type Fields = ReadonlyMap<string, string>;

/** Returns the fields of each group, the first of a name: groups are parted by empty lines, a field goes on after a space. */
function fieldGroups(text: string): Fields[] {
  return text.split(/(?:\r?\n[ \t]*){2,}/).map((group) => {
    const fields = new Map<string, string>();
    for (const line of group.replaceAll(/\r?\n[ \t]+/g, ' ').split(/\r?\n/)) {
      const [, name, value] = /^([\w-]+)[ \t]*:(.*)$/.exec(line) ?? [];
      if (name !== undefined && value !== undefined && !fields.has(name.toLowerCase()))
        fields.set(name.toLowerCase(), value.trim());
    }
    return fields;
  });
}

const firstWord = (value = '') => /^[\w-]*/.exec(value)?.[0].toLowerCase() ?? '';

/** A copy that is passed on to several has arrived where one of them has it; else the mildest of the failures counts. */
function judge(recipients: readonly Fields[]): BounceReport | undefined {
  const failed = recipients.filter((fields) => firstWord(fields.get('action')) === 'failed');
  if (failed.length === 0 || failed.length < recipients.length) return undefined;
  return failed.map(failureOf).toSorted((one, other) => weight(one) - weight(other))[0];
}

type Failure = Extract<BounceReport, { kind: 'failed' }>;
const weight = ({ bounce }: Failure) => (bounce === undefined ? 0 : bounce === 'soft' ? 1 : 2);

/** Of the journal or its text, not of the address: its sender, size, protocol, content, security. */
const isAboutUs = /^5\.(1\.[78]|3\.4|[567]\.\d+)$/;

function failureOf(fields: Fields): Failure {
  const status = /^[245]\.\d{1,3}\.\d{1,3}\b/.exec(fields.get('status') ?? '')?.[0];
  const said = /^smtp\s*;\s*(?:([45]\d\d)\b[ -]?)?([45]\.\d{1,3}\.\d{1,3}\b(?!\.))?/i.exec(
    fields.get('diagnostic-code') ?? '',
  );
  const [, code, detail] = said ?? [];
  // Some put `5.0.0` for everything, beside what the other server has said.
  const enhanced = status === undefined || /^[45]\.0\.0$/.test(status) ? (detail ?? status) : status;
  const smtpCode = [code, enhanced].filter(Boolean).join(' ') || undefined;
  if (enhanced !== undefined && isAboutUs.test(enhanced)) return { kind: 'failed', smtpCode };
  // Without a code that says so nobody knows whether the address is meant: what happens again and again is.
  const bounce = (enhanced && bounceOf(Number(code), enhanced, true)) || 'soft';
  return { kind: 'failed', bounce, smtpCode };
}
