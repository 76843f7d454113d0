import type pg from 'pg';

/** Milliseconds for a farewell. */
const patience = 500;

/** Closes a connection: politely where the server answers, by force where it does not within half a second. Never rejects. */
export async function endClient(client: pg.Client): Promise<void> {
  const { connection } = client as unknown as { connection: { stream: { destroy(): void } } };
  const force = setTimeout(() => connection.stream.destroy(), patience);
  await client.end().catch(() => undefined);
  clearTimeout(force);
}
