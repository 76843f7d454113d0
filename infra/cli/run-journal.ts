import { open, rm } from 'node:fs/promises';
// Imported by path, not through the package's index, which loads libraries: most commands need none.
import { type ApiClient, createApiClient } from '../../packages/contracts/src/client/api-client.ts';
import { ApiError } from '../../packages/contracts/src/client/api-error.ts';
import { createHttpTransport, Origins } from '../../packages/contracts/src/client/transport.ts';
import { type Invocation, readInvocation, UsageError, usage } from './invocation.ts';
import { readStatus, unreachableMessage } from './status.ts';
import {
  ask,
  CommandError,
  fileOf,
  journalAddress,
  messageOf,
  serviceAddresses,
  serviceToken,
  type Terminal,
} from './terminal.ts';

/** Request timeout in milliseconds. */
const timeout = 30_000;

/**
 * Runs a command line. Resolves with the exit code: 0 done, 1 failed, 2 wrong usage. Writes the reason to `messages`.
 */
export async function runJournal(words: readonly string[], terminal: Terminal): Promise<number> {
  try {
    return (await run(readInvocation(words), terminal)) ? 0 : 1;
  } catch (failure) {
    if (failure instanceof UsageError) {
      terminal.messages.write(`${failure.message}\n\n${usage}`);
      return 2;
    }
    terminal.messages.write(`${messageOf(failure)}\n`);
    if (failure instanceof Error && !(failure instanceof CommandError) && failure.cause)
      terminal.messages.write(`  caused by: ${messageOf(failure.cause)}\n`);
    return 1;
  }
}

async function run(invocation: Invocation, terminal: Terminal): Promise<boolean> {
  switch (invocation.command) {
    case 'help':
      terminal.output.write(usage);
      return true;
    case 'audit verify':
      return (await import('./maintenance.ts')).verifyAudit(invocation, terminal);
    case 'rebuild':
      await (await import('./maintenance.ts')).rebuild(invocation.name, terminal);
      return true;
    case 'backup':
    case 'forgotten':
      await (await import('./backup.ts')).backUp(invocation, terminal);
      return true;
    case 'restore':
      await (await import('./backup.ts')).restore(invocation, terminal);
      return true;
    case 'keys add':
      await (await import('./keys.ts')).addKeys(terminal);
      return true;
    case 'keys rotate':
      await (await import('./keys.ts')).rotateKeys(terminal);
      return true;
    case 'mail check':
      return (await import('./mail.ts')).checkMailOf(invocation, terminal);
    case 'status': {
      const status = await readStatus(await serviceAddresses(terminal.environment, invocation));
      terminal.output.write(status.text);
      return status.isWell;
    }
    default:
      return runByApi(invocation, terminal);
  }
}

type Of<Command extends Invocation['command']> = Extract<Invocation, { command: Command }>;
type ByApi = Of<
  'admin grant' | 'admin revoke' | 'user reset-passkeys' | 'user export' | 'user forget' | 'export' | 'import'
>;

async function runByApi(invocation: ByApi, terminal: Terminal): Promise<boolean> {
  const { environment } = terminal;
  const origin = await journalAddress(environment, invocation.url);
  const client = createApiClient(createHttpTransport(new Origins(origin), { retries: 1 }), {
    headers: { authorization: `Bearer ${await serviceToken(environment)}` },
    timeout,
  });
  return request(client, invocation, terminal, origin).catch((error: unknown) => {
    throw error instanceof ApiError ? toCommandError(origin, error) : error;
  });
}

async function request(
  client: ApiClient,
  invocation: ByApi,
  terminal: Terminal,
  origin: string,
): Promise<boolean> {
  const { command } = invocation;
  switch (command) {
    case 'export':
      await (await import('./exchange/export.ts')).exportJournal(invocation.folder, origin, client, terminal);
      return true;
    case 'import': {
      const { importPieces } = await import('./exchange/import.ts');
      return importPieces({ byline: 'The editors', ...invocation }, client, terminal);
    }
    case 'admin grant': {
      const { email } = invocation;
      const { headers } = await client.request('POST /api/operations/administrators/grant', {
        body: { email },
      });
      terminal.messages.write('Done. They are now an administrator.\n');
      if (headers['journal-email'] === 'unconfirmed')
        terminal.messages.write('Their address is not confirmed: check that the account is theirs.\n');
      return true;
    }
    case 'admin revoke':
      await client.request('POST /api/operations/administrators/revoke', {
        body: { email: invocation.email, ...lastOf(invocation) },
      });
      terminal.messages.write('Done. They are no longer an administrator and are signed out everywhere.\n');
      return true;
    case 'user reset-passkeys':
      await client.request('POST /api/operations/users/passkeys/reset', {
        body: { email: invocation.email },
      });
      terminal.messages.write('Done. They have no passkeys and are signed out everywhere.\n');
      return true;
    case 'user export':
      await exportUser(client, invocation, terminal);
      return true;
    case 'user forget':
      return forgetUser(client, invocation, terminal);
    default:
      return command satisfies never;
  }
}

/** Writes the document to the output, or into a new file that only its owner can read. */
async function exportUser(
  client: ApiClient,
  { email, out }: Of<'user export'>,
  terminal: Terminal,
): Promise<void> {
  const isFile = out !== undefined && out !== '-';
  if (isFile && terminal.environment['IN_CONTAINER']) throw new CommandError(noFiles(email));
  const { text } = await client.request('GET /api/operations/users/export', { query: { email } });
  if (!isFile) {
    terminal.output.write(`${text}\n`);
    return;
  }
  const path = fileOf(terminal.environment, out);
  const fail = (cause: NodeJS.ErrnoException) => {
    const reason = cause.code === 'EEXIST' ? 'already exists' : `cannot be created (${cause.code})`;
    throw new CommandError(`${path} ${reason}.`, { cause });
  };
  const file = await open(path, 'wx', 0o600).catch(fail);
  try {
    await file.writeFile(`${text}\n`);
  } catch (error) {
    // An incomplete file would prevent the command from being repeated.
    await rm(path, { force: true }).catch(() => {});
    fail(error as NodeJS.ErrnoException);
  } finally {
    await file.close();
  }
  terminal.messages.write(`Written to ${path}, which only you can read.\n`);
}

const noFiles = (email: string) =>
  `A file in this container would be lost with it. Omit --out and redirect the output: journal user export ${email} > held.json`;

/** Request option that lets the journal be left without an administrator. */
const lastOf = ({ last }: { last?: boolean }) => (last === undefined ? {} : { last });

const consequences = {
  keep: 'Their published pieces are kept without their name.',
  remove: 'Their published pieces are erased too.',
};

/** Erases an account, after confirmation unless `isSure`. Resolves with whether it was erased. */
async function forgetUser(
  client: ApiClient,
  { email, pieces, isSure, ...given }: Of<'user forget'>,
  terminal: Terminal,
): Promise<boolean> {
  if (!isSure) {
    const question = `This erases the account permanently. ${consequences[pieces]}\nType "forget" to continue: `;
    if ((await ask(terminal, question)) !== 'forget') {
      terminal.messages.write('\nNothing was changed.\n');
      return false;
    }
  }
  await client.request('POST /api/operations/users/forgetting', {
    body: { email, pieces, ...lastOf(given) },
  });
  terminal.messages.write('Erased. The worker removes the rest within seconds.\n');
  return true;
}

/** Returns the API's error as a message for the user. */
function toCommandError(origin: string, error: ApiError): CommandError {
  const { status, problem, cause } = error;
  if (cause !== undefined) return new CommandError(unreachableMessage(origin, cause, timeout), { cause });
  if (status === 401) return new CommandError(`The journal at ${origin} does not accept this token.`);
  if (error.code === 'last-administrator')
    return new CommandError(`${problem?.message} Or pass --last to continue without one.`);
  return new CommandError(problem?.message ?? `${origin} responded with ${status}: is it a journal?`);
}
