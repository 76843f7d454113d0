import { type Connection, connect } from './connection.ts';

const open = new Map<string, { readonly connection: Connection; users: number }>();

/**
 * The one connection of this process to an address. The client keeps the appends of all its instances in one table,
 * which the failure of any of them empties, so a process must not have two. It is closed with its last user.
 */
export function shareConnection(url: string): Connection {
  const shared = open.get(url) ?? { connection: connect(url), users: 0 };
  open.set(url, shared);
  shared.users += 1;
  let isClosed = false;
  return {
    ...shared.connection,
    async close() {
      if (isClosed) return;
      isClosed = true;
      shared.users -= 1;
      if (shared.users > 0) return;
      open.delete(url);
      await shared.connection.close();
    },
  };
}
