import type { LedgerEntryRow } from '@journal/read-models';
import type pg from 'pg';

const pageSize = 5_000;

/** The entries after a position in order, a page on its way while one is worked on. */
export async function* readLedger(
  pool: pg.Pool,
  schema: string,
  after: string,
): AsyncGenerator<LedgerEntryRow[]> {
  const read = async (position: string) =>
    (
      await pool.query<LedgerEntryRow>({
        name: `${schema} page`,
        text: `select position, stream, revision, event_id as "eventId", digest, chain from ${schema}.entry
               where position > $1 order by position limit $2`,
        values: [position, pageSize],
      })
    ).rows;
  let coming = read(after);
  for (;;) {
    const page = await coming;
    const last = page.at(-1);
    if (!last) return;
    coming = read(last.position);
    // It may fail before anybody asks for it.
    coming.catch(() => {});
    yield page;
  }
}
