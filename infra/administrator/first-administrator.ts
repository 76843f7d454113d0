import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import { createTemporaryPassword } from '@journal/vault';
import type { Newsroom } from '../demo/newsroom.ts';
import { keepProgress } from '../launcher/progress.ts';

export interface FirstAdministrator {
  email: string;
  password: string;
}

type Progress = 'making' | 'settled';

/** At a domain that nobody can have (RFC 2606). */
const email = 'admin@journal.test';

/**
 * Gives a journal that never had an administrator its first one, has `tell` show the person the password, and
 * never does so again. The password is kept nowhere but as its hash. Where an earlier start broke off before
 * `tell` had resolved, nobody may have read that password: the account is then forgotten and made anew with another.
 */
export async function ensureFirstAdministrator(
  dataFolder: string,
  newsroom: Newsroom,
  tell: (administrator: FirstAdministrator) => Promise<void>,
): Promise<void> {
  // The environment names one, and the command side makes sure of it.
  if (newsroom.isAdministratorNamed) return;
  const file = join(dataFolder, 'first-administrator');
  const keep = (progress: Progress) => keepProgress(file, progress);
  const progress = await readFile(file, 'utf8').catch(() => undefined);
  if (progress === 'settled') return;
  if (progress === 'making')
    await ask(newsroom, '/api/operations/users/forgetting', { pieces: 'remove' }, [404]);
  else if (await newsroom.hadAdministrator()) return keep('settled');
  await keep('making');
  const password = createTemporaryPassword();
  await ask(newsroom, '/api/auth/register', { password, fullName: 'Administrator' });
  await ask(newsroom, '/api/operations/administrators/grant', {});
  await tell({ email, password });
  await keep('settled');
}

/** Shows it on standard output, and resolves once it is written there. */
export async function showFirstAdministrator({ email, password }: FirstAdministrator): Promise<void> {
  const words = `
The first administrator, shown this once:
  Email     ${email}
  Password  ${password}
Sign in with them and change the password. ADMIN_EMAIL and ADMIN_PASSWORD name one of your own.
`;
  await new Promise<void>((resolve, reject) =>
    process.stdout.write(words, (failure) => (failure ? reject(failure) : resolve())),
  );
}

async function ask(
  newsroom: Newsroom,
  path: string,
  fields: object,
  alsoFine: readonly number[] = [],
): Promise<void> {
  const answer = await newsroom.send({
    method: 'POST',
    path,
    headers: { authorization: `Bearer ${newsroom.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ email, ...fields }),
  });
  if ((answer.status < 200 || answer.status >= 300) && !alsoFine.includes(answer.status))
    throw new Error(`The first administrator was refused with ${answer.status}: ${answer.body}`);
}
