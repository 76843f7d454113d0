import { eventsUpTo, openEventStore, StoreUnavailable } from '@journal/event-store';
import { isForeign } from '@journal/events';
import { isUndefinedTable, isUnreachable } from '@journal/postgres';
import { ConfigError } from '@journal/service-kit';
import { isVaultUnused } from '@journal/vault';

/**
 * Rejects with `ConfigError` if the log has events of a journal and the vault is new: its people would count as erased,
 * and what is written about them would be sealed with other keys, which the right vault can't open. `environment`: as
 * returned by `startEngines`.
 */
export async function checkVault(environment: Readonly<Record<string, string>>): Promise<void> {
  const { EVENT_STORE_URL = '', DATABASE_URL = '', VAULT_URL } = environment;
  try {
    if (!(await isVaultUnused(VAULT_URL ?? DATABASE_URL)) || !(await hasOwnEvents(EVENT_STORE_URL))) return;
  } catch (error) {
    // The services start without their engines, and wait for them.
    if (isUnreachable(error) || error instanceof StoreUnavailable) return;
    throw error;
  }
  throw new ConfigError([
    `${VAULT_URL ? 'VAULT_URL' : 'DATABASE_URL'}: has no keys, but the log at EVENT_STORE_URL (unset: in DATA_DIR) needs those of its journal. ` +
      'Nothing was changed: use the database that has them. To move a journal, restore a backup into empty engines',
  ]);
}

async function hasOwnEvents(url: string): Promise<boolean> {
  const log = await openEventStore(url, { isReader: true });
  try {
    for await (const page of eventsUpTo(log, await log.head()))
      if (page.some((event) => !isForeign(event))) return true;
    return false;
  } catch (error) {
    if (isUndefinedTable(error)) return false;
    throw error;
  } finally {
    await log.close();
  }
}
