import type pg from 'pg';

/** Milliseconds for a farewell. */
const patience = 500;

interface Inside {
  _connected: boolean;
  connection: { stream: { destroy(): void } };
}

/** Closes a connection: politely where the server answers, by force where it does not within half a second. Never rejects. */
export async function endClient(client: pg.Client): Promise<void> {
  const { connection, _connected: isSignedOn } = client as unknown as Inside;
  // A farewell where the server waits for the password is a fault in its log.
  if (!isSignedOn) connection.stream.destroy();
  const force = setTimeout(() => connection.stream.destroy(), patience);
  await client.end().catch(() => undefined);
  clearTimeout(force);
}
