import type { DeliveryStatus } from '@journal/read-models/delivery';

/** Somebody whom a mailing is for. */
export type Reader = { readonly subscriberId: string; readonly email: string };

export type DeliveryRow = {
  readonly subscriberId: string;
  readonly status: DeliveryStatus;
  /** The last time. */
  readonly claimedAt: Date | null;
};

export type MailingHistory = {
  readonly readers: readonly Reader[];
  readonly rows: readonly DeliveryRow[];
  /** The addresses of the copies that the mail server has, in their order. */
  readonly arrived: readonly string[];
  /** The addresses of which the server has said that it takes nothing for them. */
  readonly refused: ReadonlySet<string>;
  /** When it was acknowledged to readers that they had left, by their ids. */
  readonly left: ReadonlyMap<string, Date>;
  /** How many may be uncertain. */
  readonly doubts: number;
};

/** Returns what of a mailing that has ended contradicts a promise; empty where nothing does. */
export function judgeMailing({ readers, rows, arrived, refused, left, doubts }: MailingHistory): string[] {
  const found = new Map(rows.map((row) => [row.subscriberId, row]));
  const copies = Map.groupBy(arrived, (email) => email);
  const known = new Set(readers.map(({ email }) => email));
  const uncertain = rows.filter(({ status }) => status === 'uncertain').length;
  return [
    ...[...copies.keys()].filter((email) => !known.has(email)).map((email) => `${email} never subscribed`),
    ...(rows.length === readers.length ? [] : [`${rows.length} rows for ${readers.length} readers`]),
    ...(uncertain > doubts ? [`${uncertain} are uncertain, where ${doubts} may be`] : []),
    ...readers.flatMap((reader) => {
      const count = copies.get(reader.email)?.length ?? 0;
      const twice = count > 1 ? [`${reader.email} has ${count} copies`] : [];
      const row = found.get(reader.subscriberId);
      if (!row) return [...twice, `${reader.email} was never written down`];
      return [...twice, ...judgeRow(row, reader.email, count > 0, refused, left)];
    }),
  ];
}

/** What was written down is what the server knows, and who had left got nothing. */
function judgeRow(
  { subscriberId, status, claimedAt }: DeliveryRow,
  email: string,
  hasCopy: boolean,
  refused: MailingHistory['refused'],
  left: MailingHistory['left'],
): string[] {
  const leftAt = left.get(subscriberId);
  const faults: string[] = [];
  if (status === 'accepted' && !hasCopy) faults.push(`${email} is accepted, and the server has no copy`);
  if (status === 'refused' && (hasCopy || !refused.has(email)))
    faults.push(`${email} is refused, and the server ${hasCopy ? 'has a copy' : 'never refused'}`);
  if (status === 'left' && hasCopy) faults.push(`${email} has left, and has a copy`);
  if (status === 'left' && !leftAt) faults.push(`${email} is said to have left, and has not`);
  if (leftAt && claimedAt && hasCopy && claimedAt > leftAt)
    faults.push(`${email} had left before its copy was claimed`);
  if (!['accepted', 'refused', 'left', 'uncertain'].includes(status)) faults.push(`${email} is ${status}`);
  return faults;
}
