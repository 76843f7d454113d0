import { open } from 'node:fs/promises';
import type { Invocation } from './invocation.ts';
import { type JournalApi, Refused } from './journal-api.ts';
import { fileOf } from './settings.ts';
import { ask, type Terminal } from './terminal.ts';

type Of<Command extends Invocation['command']> = Extract<Invocation, { command: Command }>;

/** Writes the document to the output, or into a new file that its owner alone can read. */
export async function exportUser(
  api: JournalApi,
  { email, out }: Of<'user export'>,
  terminal: Terminal,
): Promise<void> {
  const held = await api.get(`/api/operations/users/export?email=${encodeURIComponent(email)}`);
  if (out === undefined) {
    terminal.output.write(`${held}\n`);
    return;
  }
  const path = fileOf(terminal.environment, out);
  const file = await open(path, 'wx', 0o600).catch((cause: NodeJS.ErrnoException) => {
    const reason = cause.code === 'EEXIST' ? 'is there already' : `can't be made (${cause.code})`;
    throw new Refused(`${path} ${reason}.`, { cause });
  });
  try {
    await file.writeFile(`${held}\n`);
  } finally {
    await file.close();
  }
  terminal.messages.write(`Written to ${path}, which you alone can read.\n`);
}

const consequences = {
  keep: 'What they published stays, without a name.',
  remove: 'What they published goes as well.',
};

/** Asks whether the person is sure, unless they said so, and erases somebody. Answers whether it did. */
export async function forgetUser(
  api: JournalApi,
  { email, pieces, isSure }: Of<'user forget'>,
  terminal: Terminal,
): Promise<boolean> {
  if (!isSure) {
    const question = `This erases the account for good. ${consequences[pieces]}\nWrite "forget" to go on: `;
    if ((await ask(terminal, question)) !== 'forget') {
      terminal.messages.write('\nNothing was changed.\n');
      return false;
    }
  }
  await api.post('/api/operations/users/forgetting', { email, pieces });
  terminal.messages.write('Forgotten. The worker removes what is left within seconds.\n');
  return true;
}
