import type pg from 'pg';

/** What the tables of a schema of pitches hold, in a form to compare. */
export async function submissionContents(pool: pg.Pool, schema: string) {
  const submissions = await pool.query(`select * from ${schema}.submission order by position`);
  const versions = await pool.query(
    `select * from ${schema}.submission_version order by submission_id, revision`,
  );
  return { submissions: submissions.rows, versions: versions.rows };
}
