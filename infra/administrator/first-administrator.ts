import process from 'node:process';
import { ApiError } from '@journal/contracts';
import { createTemporaryPassword } from '@journal/events';
import { runStepOnce, type StartedJournal } from '../demo/started-journal.ts';

export interface FirstAdministrator {
  email: string;
  password: string;
}

/** An address in a reserved domain that nobody can own (RFC 2606). */
const email = 'admin@journal.test';

/**
 * Creates the first administrator of a journal that never had one, and shows the password through `tell`; never does so
 * again. Only the password's hash is stored. If an earlier start was interrupted before `tell` resolved, nobody may
 * have read the password: that account is erased and created again with another one.
 */
export async function ensureFirstAdministrator(
  dataFolder: string,
  journal: StartedJournal,
  tell: (administrator: FirstAdministrator) => Promise<void>,
): Promise<void> {
  // The environment names an administrator, which the command service creates.
  if (journal.isAdministratorNamed) return;
  const { client } = journal;
  await runStepOnce(dataFolder, 'first-administrator', 'making', async (wasInterrupted, begin) => {
    if (wasInterrupted)
      await client
        .request('POST /api/operations/users/forgetting', { body: { email, pieces: 'remove', last: true } })
        .catch((error: unknown) => {
          if (!(error instanceof ApiError && error.code === 'user-not-found')) throwRefused(error);
        });
    else if (await journal.logContains('AdminGranted')) return;
    await begin();
    const password = createTemporaryPassword();
    const account = { email, password, fullName: 'Administrator' };
    await client.request('POST /api/auth/register', { body: account }).catch(throwRefused);
    await client
      .request('POST /api/operations/administrators/grant', { body: { email } })
      .catch(throwRefused);
    await tell({ email, password });
  });
}

/** Writes the credentials to standard output, and resolves once they are written. */
export async function showFirstAdministrator({ email, password }: FirstAdministrator): Promise<void> {
  const words = `
The first administrator, shown this once:
  Email     ${email}
  Password  ${password}
Sign in with them and change the password. Set ADMIN_EMAIL and ADMIN_PASSWORD to choose your own.
`;
  await new Promise<void>((resolve, reject) =>
    process.stdout.write(words, (failure) => (failure ? reject(failure) : resolve())),
  );
}

function throwRefused(cause: unknown): never {
  throw new Error(`Creating the first administrator failed: ${(cause as Error).message}`, { cause });
}
