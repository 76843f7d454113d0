import { randomBytes } from 'node:crypto';
import pg from 'pg';

export interface TestDatabase {
  /** The address of a database that nobody else uses. */
  url: string;
  /** Drops the database with all connections to it. */
  drop(): Promise<void>;
}

/** Creates an empty database beside `baseUrl`, so that specs can run side by side. */
export async function createTestDatabase(baseUrl: string): Promise<TestDatabase> {
  const { url, create, drop } = nameTestDatabase(baseUrl);
  await create();
  return { url, drop };
}

/** Returns the address that a database beside `baseUrl`, empty or a copy of `template`, will have, and what creates it. */
export function nameTestDatabase(
  baseUrl: string,
  template?: string,
): TestDatabase & { name: string; create(): Promise<void> } {
  const name = `test_${randomBytes(8).toString('hex')}`;
  const url = new URL(baseUrl);
  url.pathname = `/${name}`;
  return {
    name,
    url: url.href,
    create: () => run(baseUrl, `CREATE DATABASE ${name} ${template ? `TEMPLATE ${template}` : ''}`),
    drop: () => run(baseUrl, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`),
  };
}

async function run(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
