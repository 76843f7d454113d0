import type { DeliveryStatus } from '@journal/read-models/delivery';

/** A reader to whom a mailing is addressed. */
export type Reader = { readonly subscriberId: string; readonly email: string };

export type DeliveryRow = {
  readonly subscriberId: string;
  readonly status: DeliveryStatus;
  /** Time of the last claim. */
  readonly claimedAt: Date | null;
};

export type MailingHistory = {
  readonly readers: readonly Reader[];
  readonly rows: readonly DeliveryRow[];
  /** Addresses of the copies that the mail server has received, in order. */
  readonly arrived: readonly string[];
  /** Addresses that the server has refused permanently. */
  readonly refused: ReadonlySet<string>;
  /** When each unsubscription was acknowledged, by subscriber id. */
  readonly left: ReadonlyMap<string, Date>;
  /** Maximum number of uncertain deliveries. */
  readonly maxUncertain: number;
};

/** Returns which promises a finished mailing contradicts; empty if none. */
export function judgeMailing({
  readers,
  rows,
  arrived,
  refused,
  left,
  maxUncertain,
}: MailingHistory): string[] {
  const found = new Map(rows.map((row) => [row.subscriberId, row]));
  const copies = Map.groupBy(arrived, (email) => email);
  const known = new Set(readers.map(({ email }) => email));
  const uncertain = rows.filter(({ status }) => status === 'uncertain').length;
  return [
    ...[...copies.keys()].filter((email) => !known.has(email)).map((email) => `${email} never subscribed`),
    ...(rows.length === readers.length ? [] : [`${rows.length} rows for ${readers.length} readers`]),
    ...(uncertain > maxUncertain
      ? [`${uncertain} recipients are uncertain, at most ${maxUncertain} expected`]
      : []),
    ...readers.flatMap((reader) => {
      const count = copies.get(reader.email)?.length ?? 0;
      const twice = count > 1 ? [`${reader.email} received ${count} copies`] : [];
      const row = found.get(reader.subscriberId);
      if (!row) return [...twice, `${reader.email} was not recorded as a recipient`];
      return [...twice, ...judgeRow(row, reader.email, count > 0, refused, left)];
    }),
  ];
}

/** The recorded outcome matches what the server knows, and unsubscribed readers receive nothing. */
function judgeRow(
  { subscriberId, status, claimedAt }: DeliveryRow,
  email: string,
  hasCopy: boolean,
  refused: MailingHistory['refused'],
  left: MailingHistory['left'],
): string[] {
  const leftAt = left.get(subscriberId);
  const violations: string[] = [];
  if (status === 'accepted' && !hasCopy) violations.push(`${email} is accepted, but the server has no copy`);
  if (status === 'refused' && (hasCopy || !refused.has(email)))
    violations.push(`${email} is refused, but the server ${hasCopy ? 'has a copy' : 'never refused'}`);
  if (status === 'left' && hasCopy) violations.push(`${email} unsubscribed, but received a copy`);
  if (status === 'left' && !leftAt)
    violations.push(`${email} is recorded as unsubscribed, but did not unsubscribe`);
  if (leftAt && claimedAt && hasCopy && claimedAt > leftAt)
    violations.push(`${email} unsubscribed before its copy was claimed`);
  if (!['accepted', 'refused', 'left', 'uncertain'].includes(status))
    violations.push(`${email} is ${status}`);
  return violations;
}
