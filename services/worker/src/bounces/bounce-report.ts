import type { Bounce } from '@journal/read-models/delivery';
import PostalMime from 'postal-mime';
import { bounceOf } from '../mailing/delivery-outcome.ts';

/** What a message reports about the copy that it answers. */
export type BounceReport =
  /** The copy did not arrive. `bounce`: what this implies for the address, if anything. `smtpCode`: digits only. */
  | { readonly kind: 'failed'; readonly bounce?: Bounce | undefined; readonly smtpCode: string | undefined }
  /** The recipient reported the copy as spam. */
  | { readonly kind: 'complaint' };

/** Nested messages are other people's mail and never the report itself, so they stay unparsed attachments. */
const limits = { forceRfc822Attachments: true, maxNestingDepth: 20, maxHeadersSize: 64_000 } as const;
/**
 * Maximum bytes and lines of a message that are read. A report states the outcome first and then returns the copy.
 * Parsing a line costs many times its length.
 */
const most = { bytes: 128 * 1024, lines: 2_000 } as const;
const newline = 0x0a;
const statusTypes: readonly string[] = ['message/delivery-status', 'message/global-delivery-status'];
const feedbackType = 'message/feedback-report';
/** Feedback types that are complaints (RFC 5965, 7.3); the others concern signatures or are not complaints. */
const complaints: readonly string[] = ['abuse', 'fraud', 'opt-out', 'opt-out-list'];

/**
 * Resolves with the report in a message: a delivery status notification (RFC 3464) or a complaint (RFC 5965). Resolves
 * with undefined if there is none in the first 2,000 lines: for an automatic reply, a delay, a success or an unreadable
 * message.
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

/** Returns the fields of each group, first of a name. Empty lines separate groups, indented lines continue a field. */
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

/** A copy forwarded to several recipients has arrived if one of them received it; else the mildest failure counts. */
function judge(recipients: readonly Fields[]): BounceReport | undefined {
  const failed = recipients.filter((fields) => firstWord(fields.get('action')) === 'failed');
  if (failed.length === 0 || failed.length < recipients.length) return undefined;
  return failed.map(failureOf).toSorted((one, other) => weight(one) - weight(other))[0];
}

type Failure = Extract<BounceReport, { kind: 'failed' }>;
const weight = ({ bounce }: Failure) => (bounce === undefined ? 0 : bounce === 'soft' ? 1 : 2);

/** Status codes about the journal or its message, not the address: sender, size, protocol, content, security. */
const isAboutUs = /^5\.(1\.[78]|3\.4|[567]\.\d+)$/;

function failureOf(fields: Fields): Failure {
  const status = /^[245]\.\d{1,3}\.\d{1,3}\b/.exec(fields.get('status') ?? '')?.[0];
  const said = /^smtp\s*;\s*(?:([45]\d\d)\b[ -]?)?([45]\.\d{1,3}\.\d{1,3}\b(?!\.))?/i.exec(
    fields.get('diagnostic-code') ?? '',
  );
  const [, code, detail] = said ?? [];
  // Some servers report `5.0.0` for everything, next to the remote server's actual reply.
  const enhanced = status === undefined || /^[45]\.0\.0$/.test(status) ? (detail ?? status) : status;
  const smtpCode = [code, enhanced].filter(Boolean).join(' ') || undefined;
  if (enhanced !== undefined && isAboutUs.test(enhanced)) return { kind: 'failed', smtpCode };
  // Without a code it is unknown whether the address is at fault; soft bounces suppress it only after repeated
  // failures.
  const bounce = (enhanced && bounceOf(Number(code), enhanced, true)) || 'soft';
  return { kind: 'failed', bounce, smtpCode };
}
