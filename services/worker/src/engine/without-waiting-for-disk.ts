/**
 * The same database, on connections whose commits return before they are on the disk. For tables that can be made
 * again from the log; each commit is still whole or not there at all.
 */
export function withoutWaitingForDisk(databaseUrl: string): string {
  const url = new URL(databaseUrl);
  const options = [url.searchParams.get('options'), '-c synchronous_commit=off'];
  url.searchParams.set('options', options.filter(Boolean).join(' '));
  return url.href;
}
