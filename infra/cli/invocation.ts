import { parseArgs } from 'node:util';

/** What is built anew beside what is read, while the journal runs. */
const rebuildable = ['search'] as const;
export type Rebuildable = (typeof rebuildable)[number];

interface Where {
  /** Of the journal. */
  url?: string;
}

/** What a person asks of the command line. */
export type Invocation =
  | { command: 'help' }
  | (Where & { command: 'admin grant' | 'admin revoke'; email: string })
  | (Where & { command: 'user export'; email: string; out?: string })
  | (Where & { command: 'user forget'; email: string; pieces: 'keep' | 'remove'; isSure: boolean })
  | (Where & { command: 'status'; services?: string })
  | { command: 'rebuild'; what: Rebuildable }
  | { command: 'audit verify'; since?: { position: string; chain: string } };

/** It was called in a way that it does not understand; the message says which. */
export class WrongUse extends Error {
  override readonly name = 'WrongUse';
}

const options = {
  help: { type: 'boolean', short: 'h' },
  url: { type: 'string' },
  out: { type: 'string' },
  pieces: { type: 'string' },
  yes: { type: 'boolean' },
  services: { type: 'string' },
  since: { type: 'string' },
} as const;
type Options = { -readonly [Name in keyof typeof options]?: string | boolean };

/** The options that a command takes beside `url`. */
const taken: Readonly<Record<string, readonly (keyof Options)[]>> = {
  'admin grant': [],
  'admin revoke': [],
  'user export': ['out'],
  'user forget': ['pieces', 'yes'],
  status: ['services'],
  rebuild: [],
  'audit verify': ['since'],
};

/** Reads what comes after the program's name; throws `WrongUse` where it is not to be understood. */
export function readInvocation(words: readonly string[]): Invocation {
  const { values, positionals } = parse(words);
  if (values.help || positionals.length === 0 || positionals[0] === 'help') return { command: 'help' };
  const isPair = ['admin', 'user', 'audit'].includes(positionals[0] ?? '');
  const command = positionals.slice(0, isPair ? 2 : 1).join(' ');
  const [email, ...more] = positionals.slice(isPair ? 2 : 1);
  const allowed = taken[command];
  if (!allowed) throw new WrongUse(`There is no command "${command}".`);
  for (const name of Object.keys(values) as (keyof Options)[])
    if (name !== 'url' && !allowed.includes(name))
      throw new WrongUse(`"${command}" does not take --${name}.`);
  const where = values.url === undefined ? {} : { url: values.url };
  if (command === 'status') {
    if (email !== undefined) throw new WrongUse('"status" takes nothing but options.');
    return { command, ...where, ...(values.services === undefined ? {} : { services: values.services }) };
  }
  if (command === 'rebuild') {
    if (values.url !== undefined) throw new WrongUse('"rebuild" takes nothing but what to rebuild.');
    return { command, what: rebuildableOf(email, more) };
  }
  if (command === 'audit verify') {
    if (email !== undefined || values.url !== undefined)
      throw new WrongUse('"audit verify" takes nothing but --since.');
    return { command, ...sinceOf(values.since) };
  }
  if (!email || more.length > 0) throw new WrongUse(`"${command}" takes one e-mail address.`);
  if (command === 'user export')
    return { command, email, ...where, ...(values.out === undefined ? {} : { out: values.out }) };
  if (command === 'user forget') {
    const { pieces } = values;
    if (pieces !== 'keep' && pieces !== 'remove')
      throw new WrongUse('Say what becomes of their published pieces: --pieces keep or --pieces remove.');
    return { command, email, ...where, pieces, isSure: values.yes === true };
  }
  return { command: command as 'admin grant' | 'admin revoke', email, ...where };
}

function rebuildableOf(name: string | undefined, more: readonly string[]): Rebuildable {
  const what = rebuildable.find((each) => each === name);
  if (what !== undefined && more.length === 0) return what;
  const those = [name, ...more].filter((each) => each !== undefined).join(' ');
  const can = `What can be rebuilt while the journal runs: ${rebuildable.join(', ')}.`;
  throw new WrongUse(those === '' ? `Say what to rebuild. ${can}` : `"${those}" can't be rebuilt. ${can}`);
}

function sinceOf(text: string | undefined): { since?: { position: string; chain: string } } {
  if (text === undefined) return {};
  const [, position, chain] = /^([^\s:]+):([\w-]{43})$/.exec(text) ?? [];
  if (position === undefined || chain === undefined)
    throw new WrongUse('--since takes a head as "audit verify" told it: position:chain.');
  return { since: { position, chain } };
}

function parse(words: readonly string[]) {
  try {
    return parseArgs({ args: [...words], options, allowPositionals: true, strict: true });
  } catch (failure) {
    throw new WrongUse((failure as Error).message, { cause: failure });
  }
}

/** What `journal help` says. */
export const usage = `journal: looks after a journal that is running

  journal admin grant <email>     makes somebody an administrator
  journal admin revoke <email>    takes that away, and ends their sessions
  journal user export <email>     writes all that is held about somebody, as JSON
      --out <file>                  into a new file that you alone can read
  journal user forget <email>     erases somebody for good
      --pieces keep|remove          whether what they published stays, without a name, or goes
      --yes                         does not ask whether you are sure
  journal audit verify            holds the whole log against the ledger, and names every event that was
                                  changed, removed or inserted behind the journal's back
      --since <position>:<chain>    only what came after a head that it told before
  journal rebuild search          builds the search index anew beside the one that answers, and waits for it
  journal status                  tells how each service is, and how far behind

  --url <address>        of the journal; else PUBLIC_URL, else localhost and PORT
  --services <addresses> for status: of each service, with commas between them; else SERVICE_URLS, else the journal's

"audit verify" reads the engines themselves: EVENT_STORE_URL, DATABASE_URL, VAULT_URL and MASTER_KEY, else those of
the journal that runs in DATA_DIR. "rebuild" asks a worker by way of DATABASE_URL, else in the same way.
The token is SERVICE_TOKEN, else the one in DATA_DIR/secrets.json.
Ends with 0 when it is done, 1 when it failed, a service is not well or the log is not whole, 2 when it was called wrongly.
`;
