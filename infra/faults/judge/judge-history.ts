import { durationOf, isRead, isWrite, type Operation, type Read, type Write } from '../workload/history.ts';

/** One version of an article in the log. */
export type Version = { readonly article: number; readonly title: string; readonly position: string };

/** Minimum wait of a read for its sender's own writes, in milliseconds: two seconds, as counted by a busy process. */
const shortestWait = 1_000;

/**
 * Returns where the history contradicts the log, in the log's order, or the API's promises; empty if nowhere.
 * `longestAnswer` is the longest that any request may take, in milliseconds.
 */
export function judgeHistory(
  history: readonly Operation[],
  log: readonly Version[],
  longestAnswer: number,
): string[] {
  const writes = new Map(history.filter(isWrite).map((write) => [write.title, write]));
  const versions = Map.groupBy(log, ({ article }) => article);
  return [
    ...judgeOccurrences(writes, log),
    ...[...versions.values()].flatMap((ofOne) => judgeOrder(ofOne, writes)),
    ...history.filter(isRead).flatMap((read) => judgeRead(read, versions.get(read.article) ?? [], writes)),
    ...history.flatMap((operation) => judgeAnswer(operation, longestAnswer)),
  ];
}

/**
 * Acknowledged writes are in the log once, where the response said; refused ones never; unknown ones at most once. The
 * log contains nothing else.
 */
function judgeOccurrences(writes: ReadonlyMap<string, Write>, log: readonly Version[]): string[] {
  const found = Map.groupBy(log, ({ title }) => title);
  const strangers = [...found.keys()].filter((title) => !writes.has(title));
  return [
    ...strangers.map((title) => `"${title}" is in the log, but no client wrote it`),
    ...[...writes.values()].flatMap(({ title, outcome, position }) => {
      const at = (found.get(title) ?? []).map((version) => version.position);
      const least = outcome === 'acknowledged' ? 1 : 0;
      const most = outcome === 'refused' ? 0 : 1;
      if (at.length < least || at.length > most)
        return [`"${title}", ${outcome}, is in the log ${at.length} times`];
      if (outcome === 'acknowledged' && at[0] !== position)
        return [`"${title}" is at ${at[0]}, but the response said ${position}`];
      return [];
    }),
  ];
}

/**
 * The versions of one article are a linearisation of their writes: none comes before one that had been acknowledged
 * when its write began, and one that replaces a version comes right after it.
 */
function judgeOrder(versions: readonly Version[], writes: ReadonlyMap<string, Write>): string[] {
  const violations: string[] = [];
  let earliestEnd = Number.POSITIVE_INFINITY;
  let endedBy = '';
  for (let index = versions.length - 1; index >= 0; index--) {
    const { title = '' } = versions[index] ?? {};
    const write = writes.get(title);
    if (!write) continue;
    if (earliestEnd < write.begun)
      violations.push(
        `"${title}" is before "${endedBy}" in the log, but began after "${endedBy}" was acknowledged`,
      );
    if (write.outcome === 'acknowledged' && write.ended < earliestEnd) {
      earliestEnd = write.ended;
      endedBy = title;
    }
    const before = versions[index - 1]?.title;
    if (write.after !== undefined && write.after !== before)
      violations.push(`"${title}" should have replaced "${write.after}", but replaced "${before}"`);
  }
  return violations;
}

/**
 * A read shows a version whose write had begun, no older than the position of the tables in its response. That position
 * may be behind what its session wrote only if the read has waited for it.
 */
function judgeRead(read: Read, versions: readonly Version[], writes: ReadonlyMap<string, Write>): string[] {
  if (read.status !== 200 && read.status !== 404) return [];
  const what = `${read.client} read "${read.title}" of article ${read.article} as of ${read.shown}`;
  const index = versions.findIndex(({ title }) => title === read.title);
  const due = versions.findLastIndex(({ position }) => position <= read.shown);
  const violations: string[] = [];
  if (read.title !== undefined && index < 0) violations.push(`${what}, which is not in the log`);
  else if (index < due) violations.push(`${what}, which "${versions[due]?.title}" had replaced`);
  if (read.shown < read.wanted && read.ended - read.begun < shortestWait)
    violations.push(`${what} without waiting for ${read.wanted} (${Math.round(read.ended - read.begun)} ms)`);
  const begun = writes.get(read.title ?? '')?.begun ?? 0;
  if (begun > read.ended) violations.push(`${what} before it was written`);
  return violations;
}

/** Every request is answered in time, and failures are reported as worth retrying. */
function judgeAnswer(operation: Operation, longestAnswer: number): string[] {
  const { status, client } = operation;
  const what = `${client}: ${operation.kind}${'path' in operation ? ` ${operation.path}` : ''}`;
  const violations: string[] = [];
  const took = durationOf(operation);
  if (took > longestAnswer) violations.push(`${what} took ${(took / 1_000).toFixed(1)} s`);
  if (status >= 500 && status !== 503) violations.push(`${what} got status ${status}`);
  return violations;
}
