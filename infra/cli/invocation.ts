import { parseArgs } from 'node:util';
// Imported by its path, for the reason in run-journal.ts.
import { sections } from '../../packages/events/src/fields/bounds.ts';

interface Where {
  /** Address of the journal. */
  url?: string;
}

/** Read models that can be rebuilt while the journal runs. Not the ledger: it is evidence of what the log was. */
export const rebuildable = [
  'articles',
  'accounts',
  'sessions',
  'passkeys',
  'invitations',
  'concerns',
  'mailings',
  'newsletter',
  'submissions',
  'comments',
  'audit',
  'words',
  'search',
] as const;
export type Rebuildable = (typeof rebuildable)[number];

/** A parsed command line. */
export type Invocation =
  | { command: 'help' }
  | (Where & { command: 'admin grant'; email: string })
  | (Where & { command: 'admin revoke'; email: string; last?: boolean })
  | (Where & { command: 'user reset-passkeys'; email: string })
  | (Where & { command: 'user export'; email: string; out?: string })
  | (Where & {
      command: 'user forget';
      email: string;
      pieces: 'keep' | 'remove';
      isSure: boolean;
      last?: boolean;
    })
  | (Where & { command: 'status'; services?: string })
  | (Where & { command: 'mail check' })
  | (Where & { command: 'export'; folder: string })
  | (Where & { command: 'import'; path: string; section?: string; byline?: string; isTrial: boolean })
  | { command: 'rebuild'; name: Rebuildable }
  | { command: 'keys add' }
  | { command: 'keys rotate' }
  | { command: 'backup'; folder: string }
  | { command: 'forgotten'; folder: string }
  | { command: 'restore'; folder: string; forgotten?: string }
  | { command: 'audit verify'; since?: { position: string; chain: string } };

/** The command line can't be parsed; the message is the reason. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

const options = {
  help: { type: 'boolean', short: 'h' },
  url: { type: 'string' },
  out: { type: 'string' },
  pieces: { type: 'string' },
  yes: { type: 'boolean' },
  last: { type: 'boolean' },
  services: { type: 'string' },
  since: { type: 'string' },
  forgotten: { type: 'string' },
  section: { type: 'string' },
  byline: { type: 'string' },
  'dry-run': { type: 'boolean' },
} as const;

/** Options of each command. */
const commands = {
  'admin grant': ['url'],
  'admin revoke': ['url', 'last'],
  'user reset-passkeys': ['url'],
  'user export': ['url', 'out'],
  'user forget': ['url', 'pieces', 'yes', 'last'],
  status: ['url', 'services'],
  'mail check': ['url'],
  export: ['url'],
  import: ['url', 'section', 'byline', 'dry-run'],
  rebuild: [],
  'audit verify': ['since'],
  'keys add': [],
  'keys rotate': [],
  backup: [],
  forgotten: [],
  restore: ['forgotten'],
} satisfies Record<string, readonly (keyof typeof options)[]>;

const isCommand = (name: string): name is keyof typeof commands => Object.hasOwn(commands, name);

type AboutSomebody = Extract<Invocation, { email: string }>['command'];

const isAboutSomebody = (command: keyof typeof commands): command is AboutSomebody =>
  /^(admin|user) /.test(command);

/** Returns the parsed arguments. Throws `UsageError` if they are invalid. */
export function readInvocation(words: readonly string[]): Invocation {
  const { values, positionals } = parse(words);
  if (values.help || positionals.length === 0 || positionals[0] === 'help') return { command: 'help' };
  const length = ['admin', 'user', 'audit', 'keys', 'mail'].includes(positionals[0] ?? '') ? 2 : 1;
  const command = positionals.slice(0, length).join(' ');
  const operands = positionals.slice(length);
  if (!isCommand(command)) throw new UsageError(`Unknown command "${command}".`);
  const allowed: readonly string[] = commands[command];
  const stray = Object.keys(values).find((name) => !allowed.includes(name));
  if (stray) throw new UsageError(`"${command}" does not accept --${stray}.`);
  const { pieces, yes, since, forgotten, section, byline, 'dry-run': trial, ...given } = values;
  if (command === 'rebuild') {
    const asked = operands.join(' ');
    const name = rebuildable.find((each) => each === asked);
    if (name) return { command, name };
    const wrong = asked ? `"${asked}" cannot be rebuilt.` : 'Name the read model to rebuild.';
    throw new UsageError(`${wrong} Read models: ${rebuildable.join(', ')}.`);
  }
  if (command === 'export' || command === 'import') {
    const [path, ...others] = operands;
    if (!path || others.length > 0) throw new UsageError(`"${command}" requires one file or folder.`);
    if (command === 'export') return { command, ...given, folder: path };
    return { command, ...given, path, ...choicesOf(section, byline), isTrial: trial !== undefined };
  }
  if (command === 'backup' || command === 'forgotten' || command === 'restore') {
    const [folder, ...others] = operands;
    if (!folder || others.length > 0) throw new UsageError(`"${command}" requires one folder.`);
    return command === 'restore' && forgotten ? { command, folder, forgotten } : { command, folder };
  }
  if (!isAboutSomebody(command)) {
    if (operands.length > 0) throw new UsageError(`"${command}" accepts only options.`);
    if (command === 'audit verify') return { command, ...sinceOf(since) };
    if (command === 'status' || command === 'mail check') return { command, ...given };
    return command === 'keys add' ? { command } : { command: 'keys rotate' };
  }
  const [email, ...more] = operands;
  if (!email || more.length > 0) throw new UsageError(`"${command}" requires one e-mail address.`);
  if (command !== 'user forget') return { command, email, ...given };
  if (pieces !== 'keep' && pieces !== 'remove')
    throw new UsageError('Choose what happens to their published pieces: --pieces keep or --pieces remove.');
  return { command, email, ...given, pieces, isSure: yes !== undefined };
}

function choicesOf(section: string | undefined, byline: string | undefined) {
  const isSection = section === undefined || (sections as readonly string[]).includes(section);
  if (!isSection) throw new UsageError(`--section must be one of ${sections.join(', ')}.`);
  return { ...(section === undefined ? {} : { section }), ...(byline === undefined ? {} : { byline }) };
}

function sinceOf(text: string | undefined): { since?: { position: string; chain: string } } {
  if (text === undefined) return {};
  const [, position, chain] = /^([^\s:]+):([\w-]{43})$/.exec(text) ?? [];
  if (position === undefined || chain === undefined)
    throw new UsageError('--since must be a head that "audit verify" printed: position:chain.');
  return { since: { position, chain } };
}

function parse(words: readonly string[]) {
  try {
    return parseArgs({ args: [...words], options, allowPositionals: true, strict: true });
  } catch (failure) {
    throw new UsageError((failure as Error).message, { cause: failure });
  }
}

/** Text of `journal help`. */
export const usage = `journal: manages a running journal

  journal admin grant <email>     makes a user an administrator
  journal admin revoke <email>    removes administrator rights and ends the user's sessions
      --last                        even from the only administrator
  journal user reset-passkeys <email>
                                  removes all passkeys and recovery codes of a user who lost them, and ends the
                                  user's sessions: the password then signs in, to add new ones
  journal user export <email>     prints all data about a user as JSON
      --out <file>                  writes it to a new file that only you can read; - is the output
  journal user forget <email>     erases a user permanently
      --pieces keep|remove          keeps their published pieces without a name, or erases them
      --yes                         does not ask for confirmation
      --last                        even the only administrator
  journal export <folder>         writes everything that readers can read to a new folder: articles, issues and pages
                                  as Markdown, and a manifest
  journal import <file or folder> imports pieces, once each, with their dates and names, and reports what was left
                                  out: Markdown with front matter, a Ghost export (.json), a WordPress export (.xml)
      --section clash|view|culture  for pieces whose tags and categories match no section
      --byline <name>               for pieces without an author. Default: "The editors"
      --dry-run                     only reports
  journal audit verify            compares the whole log with the ledger, and lists every event that was changed,
                                  removed or inserted without the journal
      --since <position>:<chain>    only events after a head that it printed before
  journal rebuild <read model>    rebuilds a read model beside the live one and waits until it is done; without a
                                  name, lists the read models
  journal keys add                adds a new master key and a new session key before those in DATA_DIR
  journal keys rotate             rewraps all keys in the vault with the first master key, while the journal runs
  journal backup <folder>         writes all data that cannot be rebuilt to a new folder, while the journal runs
  journal forgotten <folder>      writes the list of erased people to a new folder, for restoring an older backup
  journal restore <folder>        restores a backup into an empty DATA_DIR or empty engines
      --forgotten <folder>          and again erases everybody whom a newer list or backup records as erased
  journal status                  shows the state of each service, and its lag
  journal mail check              reports what is missing before the journal can send mail, and how to fix it; sends
                                  no mail

  --url <address>        of the journal. Default: PUBLIC_URL or PORT, or the journal that runs in DATA_DIR
  --services <addresses> for status: each service, comma-separated. Default: without --url, SERVICE_URLS; otherwise
                         the journal's address

"audit verify" reads the engines directly: EVENT_STORE_URL, DATABASE_URL, VAULT_URL and MASTER_KEY, by default those
of the journal in DATA_DIR; it reports any that are missing. "keys rotate" does the same with the last three, "backup"
and "forgotten" with the first three. "rebuild" requests the rebuild from a worker through DATABASE_URL, with the same
default. "mail check" reads PUBLIC_URL (or --url), SMTP_URL, MAIL_*, DKIM_* and BOUNCE_ADDRESS, and queries the DNS
and the mail server.
The token is SERVICE_TOKEN. Default: the one in DATA_DIR/secrets.json.
Exit status: 0 on success; 1 on failure, if a service is not ready or if the log is not intact; 2 on wrong usage.
`;
