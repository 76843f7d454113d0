import { type Invocation, readInvocation, WrongUse } from './invocation.ts';
import { createJournalApi, Refused } from './journal-api.ts';
import { journalAddress, serviceAddresses, serviceToken } from './settings.ts';
import { readStatus } from './status/read-status.ts';
import { showStatus } from './status/show-status.ts';
import type { Terminal } from './terminal.ts';
import { usage } from './usage.ts';
import { exportUser, forgetUser } from './users.ts';

/** Does what the words ask and answers the exit code: 0 done, 1 failed, 2 wrong use. Says why on `messages`. */
export async function runJournal(words: readonly string[], terminal: Terminal): Promise<number> {
  try {
    return (await run(readInvocation(words), terminal)) ? 0 : 1;
  } catch (failure) {
    if (failure instanceof WrongUse) {
      terminal.messages.write(`${failure.message}\n\n${usage}`);
      return 2;
    }
    const error = failure instanceof Error ? failure : new Error(`${failure}`);
    terminal.messages.write(`${error.message}\n`);
    if (!(error instanceof Refused) && error.cause) terminal.messages.write(`  because: ${error.cause}\n`);
    return 1;
  }
}

async function run(invocation: Invocation, terminal: Terminal): Promise<boolean> {
  if (invocation.command === 'help') {
    terminal.output.write(usage);
    return true;
  }
  const { environment } = terminal;
  if (invocation.command === 'audit verify') {
    // It reads the engines itself; what that takes is there for no other command.
    const { verifyAudit } = await import('./audit/verify-audit.ts');
    return verifyAudit(invocation, terminal);
  }
  if (invocation.command === 'rebuild') {
    const { rebuild } = await import('./rebuild/rebuild.ts');
    await rebuild(invocation.what, terminal);
    return true;
  }
  const origin = journalAddress(environment, invocation.url);
  if (invocation.command === 'status') {
    const status = await readStatus(serviceAddresses(environment, origin, invocation.services));
    terminal.output.write(showStatus(status));
    return status.isWell;
  }
  const api = createJournalApi(origin, await serviceToken(environment));
  switch (invocation.command) {
    case 'admin grant':
      await api.post('/api/operations/administrators/grant', { email: invocation.email });
      terminal.messages.write('Done: they are an administrator.\n');
      return true;
    case 'admin revoke':
      await api.post('/api/operations/administrators/revoke', { email: invocation.email });
      terminal.messages.write('Done: they are no administrator, and signed out everywhere.\n');
      return true;
    case 'user export':
      await exportUser(api, invocation, terminal);
      return true;
    case 'user forget':
      return forgetUser(api, invocation, terminal);
    default:
      return invocation satisfies never;
  }
}
