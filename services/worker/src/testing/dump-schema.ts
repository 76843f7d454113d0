import type pg from 'pg';

/** Every row of every table of a schema, as text. */
export async function dumpSchema(pool: pg.Pool, schema: string): Promise<string> {
  const { rows: tables } = await pool.query<{ name: string }>(
    `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
     where table_schema = $1 and table_type = 'BASE TABLE'`,
    [schema],
  );
  const dumps: string[] = [];
  for (const { name } of tables) {
    const { rows } = await pool.query<{ row: string }>(`select t::text as row from ${name} t`);
    dumps.push(...rows.map(({ row }) => `${name}: ${row}`));
  }
  return dumps.join('\n');
}
