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
export class WrongUse extends Error {
  override readonly name = 'WrongUse';
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

/** Returns the parsed arguments. Throws `WrongUse` if they are invalid. */
export function readInvocation(words: readonly string[]): Invocation {
  const { values, positionals } = parse(words);
  if (values.help || positionals.length === 0 || positionals[0] === 'help') return { command: 'help' };
  const length = ['admin', 'user', 'audit', 'keys', 'mail'].includes(positionals[0] ?? '') ? 2 : 1;
  const command = positionals.slice(0, length).join(' ');
  const operands = positionals.slice(length);
  if (!isCommand(command)) throw new WrongUse(`There is no command "${command}".`);
  const allowed: readonly string[] = commands[command];
  const stray = Object.keys(values).find((name) => !allowed.includes(name));
  if (stray) throw new WrongUse(`"${command}" does not take --${stray}.`);
  const { pieces, yes, since, forgotten, section, byline, 'dry-run': trial, ...given } = values;
  if (command === 'rebuild') {
    const asked = operands.join(' ');
    const name = rebuildable.find((each) => each === asked);
    if (name) return { command, name };
    const wrong = asked ? `"${asked}" can't be rebuilt.` : 'Say what to rebuild.';
    throw new WrongUse(`${wrong} What can be rebuilt while the journal runs: ${rebuildable.join(', ')}.`);
  }
  if (command === 'export' || command === 'import') {
    const [path, ...others] = operands;
    if (!path || others.length > 0) throw new WrongUse(`"${command}" takes one file or folder.`);
    if (command === 'export') return { command, ...given, folder: path };
    return { command, ...given, path, ...choicesOf(section, byline), isTrial: trial !== undefined };
  }
  if (command === 'backup' || command === 'forgotten' || command === 'restore') {
    const [folder, ...others] = operands;
    if (!folder || others.length > 0) throw new WrongUse(`"${command}" takes one folder.`);
    return command === 'restore' && forgotten ? { command, folder, forgotten } : { command, folder };
  }
  if (!isAboutSomebody(command)) {
    if (operands.length > 0) throw new WrongUse(`"${command}" takes nothing but options.`);
    if (command === 'audit verify') return { command, ...sinceOf(since) };
    if (command === 'status' || command === 'mail check') return { command, ...given };
    return command === 'keys add' ? { command } : { command: 'keys rotate' };
  }
  const [email, ...more] = operands;
  if (!email || more.length > 0) throw new WrongUse(`"${command}" takes one e-mail address.`);
  if (command !== 'user forget') return { command, email, ...given };
  if (pieces !== 'keep' && pieces !== 'remove')
    throw new WrongUse('Say what becomes of their published pieces: --pieces keep or --pieces remove.');
  return { command, email, ...given, pieces, isSure: yes !== undefined };
}

function choicesOf(section: string | undefined, byline: string | undefined) {
  const isSection = section === undefined || (sections as readonly string[]).includes(section);
  if (!isSection) throw new WrongUse(`--section takes one of ${sections.join(', ')}.`);
  return { ...(section === undefined ? {} : { section }), ...(byline === undefined ? {} : { byline }) };
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

/** Text of `journal help`. */
export const usage = `journal: looks after a journal that is running

  journal admin grant <email>     makes somebody an administrator
  journal admin revoke <email>    takes that away, and ends their sessions
      --last                        also of the only administrator
  journal user reset-passkeys <email>
                                  removes all passkeys and recovery codes of somebody who lost them, and ends
                                  their sessions: the password signs them in to begin anew
  journal user export <email>     writes all that is held about somebody, as JSON
      --out <file>                  into a new file that you alone can read; - is the output
  journal user forget <email>     erases somebody for good
      --pieces keep|remove          whether what they published stays, without a name, or goes
      --yes                         does not ask whether you are sure
      --last                        also the only administrator
  journal export <folder>         writes all that readers can read into a new folder: articles, issues and pages as
                                  Markdown, and a manifest
  journal import <file or folder> brings in pieces, once each, with their dates and names, and reports what was left
                                  out: Markdown with front matter, a Ghost export (.json), a WordPress export (.xml)
      --section clash|view|culture  of pieces whose tags and categories name none
      --byline <name>               over pieces that name nobody; else "The editors"
      --dry-run                     only reports
  journal audit verify            holds the whole log against the ledger, and names every event that was
                                  changed, removed or inserted behind the journal's back
      --since <position>:<chain>    only what came after a head that it told before
  journal rebuild <read model>    builds it anew beside the one that answers, and waits for it; without a name,
                                  tells which there are
  journal keys add                puts a new master key and a new session key before those in DATA_DIR
  journal keys rotate             wraps everybody's keys with the first master key, while the journal runs
  journal backup <folder>         writes what can't be made again into a new folder, while the journal runs
  journal forgotten <folder>      writes who is forgotten into a new folder, for a restore of an older backup
  journal restore <folder>        fills an empty DATA_DIR, or empty engines, from a backup
      --forgotten <folder>          and forgets again whom a newer list or backup names
  journal status                  tells how each service is, and how far behind
  journal mail check              tells what is missing before the journal can send mail, and what to ask for; sends
                                  nothing

  --url <address>        of the journal; else PUBLIC_URL or PORT, else of the one that runs in DATA_DIR
  --services <addresses> for status: of each service, comma-separated; else SERVICE_URLS, else the journal's

"audit verify" reads the engines themselves: EVENT_STORE_URL, DATABASE_URL, VAULT_URL and MASTER_KEY, else those of
the journal in DATA_DIR, which says what else to set; "keys rotate" does so with the last three,
"backup" and "forgotten" with the first three. "rebuild" asks a worker by way of DATABASE_URL,
else in the same way. "mail check" reads PUBLIC_URL (or --url), SMTP_URL, MAIL_* and DKIM_*, and asks the DNS and the mail server.
The token is SERVICE_TOKEN, else the one in DATA_DIR/secrets.json.
Ends with 0 when it is done, 1 when it failed, a service is not well or the log is not whole, 2 when it was called wrongly.
`;
