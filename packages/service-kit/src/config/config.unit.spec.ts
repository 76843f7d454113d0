import { generateKeyPairSync, randomBytes } from 'node:crypto';
import Type from 'typebox';
import { expect, it } from 'vitest';
import { administratorTogether, isPasskeyRequired, purgeTogether, variables } from './common.config.ts';
import { ConfigError, loadConfig } from './config.ts';
import { mailTogether, mailVariables } from './mail.config.ts';

const schema = Type.Object({
  PORT: variables.PORT(4001),
  LOG_LEVEL: variables.LOG_LEVEL,
  DATABASE_URL: variables.DATABASE_URL,
  EVENT_STORE_URL: variables.EVENT_STORE_URL,
  VAULT_URL: variables.VAULT_URL,
  MASTER_KEY: variables.MASTER_KEY,
  SERVICE_TOKEN: variables.SERVICE_TOKEN,
});
const good = {
  DATABASE_URL: 'postgres://journal:secret@localhost/journal',
  EVENT_STORE_URL: 'kurrentdb+discover://localhost:2113?tls=false',
  MASTER_KEY: randomBytes(32).toString('base64'),
  SERVICE_TOKEN: 'x'.repeat(32),
};
const faultsOf = (env: Record<string, string | undefined>, of: Type.TObject = schema) => {
  try {
    loadConfig(of, env);
    return [];
  } catch (error) {
    return error instanceof ConfigError ? error.faults : error;
  }
};

it('loadConfig reads the variables of the schema, with defaults and numbers, and trims all but verbatim ones', () => {
  const expected = { ...good, PORT: 8080, LOG_LEVEL: 'info' };
  expect(loadConfig(schema, { ...good, PORT: '8080', HOME: '/root' })).toEqual(expected);
  expect(loadConfig(schema, { ...good, PORT: ' 8080 ', VAULT_URL: ' \t' })).toEqual(expected);
  expect(loadConfig(schema, { ...good, PORT: '', VAULT_URL: '' })).toMatchObject({ PORT: 4001 });
  const password = Type.Object({ ADMIN_PASSWORD: Type.String({ verbatim: true }) });
  expect(loadConfig(password, { ADMIN_PASSWORD: ' six ' })).toEqual({ ADMIN_PASSWORD: ' six ' });
});

it('loadConfig reports all faults together, without the values', () => {
  expect(
    faultsOf({
      ...good,
      PORT: 'many',
      DATABASE_URL: 'mysql://u:secret@h/d',
      EVENT_STORE_URL: 'redis://x',
      MASTER_KEY: '',
      SERVICE_TOKEN: 'secret',
    }),
  ).toEqual([
    'MASTER_KEY: is not set',
    'PORT: must be a port, 0 to 65535',
    'DATABASE_URL: must be a URL starting with postgres:// or postgresql://',
    'EVENT_STORE_URL: must be a URL starting with postgres:// or postgresql:// or kurrentdb:// or kurrentdb+discover:// or esdb:// or esdb+discover://',
    'SERVICE_TOKEN: must have at least 32 characters',
  ]);
});

const noKey = 'must be 32 bytes in base64';
const noPort = 'must be a port, 0 to 65535';
it.each([
  ['MASTER_KEY', 'short', noKey],
  ['MASTER_KEY', randomBytes(31).toString('base64'), noKey],
  ['MASTER_KEY', randomBytes(33).toString('base64'), noKey],
  ['MASTER_KEY', 'f'.repeat(64), noKey],
  ['MASTER_KEY', `${randomBytes(32).toString('base64')},`, noKey],
  ['MASTER_KEY', `${'!'.repeat(43)}=`, noKey],
  ['PORT', '-1', noPort],
  ['PORT', '65536', noPort],
  ['PORT', '80.5', noPort],
  ['PORT', 'NaN', noPort],
])('%s=%s is rejected', (name, value, fault) => {
  expect(faultsOf({ ...good, [name]: value })).toEqual([`${name}: ${fault}`]);
});

const zoned = Type.Object({ TIME_ZONE: variables.TIME_ZONE });
const noZone = ['TIME_ZONE: must be a time zone name, like Europe/Berlin'];

it.each<[string, readonly string[]]>([
  ['Europe/Berlin', []],
  ['America/Argentina/Buenos_Aires', []],
  ['Etc/GMT+5', []],
  ['UTC', []],
  ['', []],
  ['Europe/Nowhere', noZone],
  ['+01:00', noZone],
  ['CEST DST', noZone],
  ['Europe/Berlin,UTC', noZone],
])('the time zone %j has the faults %j', (zone, faults) => {
  expect(faultsOf({ TIME_ZONE: zone }, zoned)).toEqual(faults);
});

it('the time zone defaults to UTC', () => {
  expect(loadConfig(zoned, {})).toEqual({ TIME_ZONE: 'UTC' });
});

const { ADMIN_EMAIL, ADMIN_PASSWORD, ADMIN_NAME } = variables;
const administrator = Type.Object({ ADMIN_EMAIL, ADMIN_PASSWORD, ADMIN_NAME }, administratorTogether);
const editor = { ADMIN_EMAIL: 'Editor@Journal.Example', ADMIN_PASSWORD: ' secret' };
const badPassword = 'ADMIN_PASSWORD: must have 6 to 200 characters and no control characters';

it.each<[string, Record<string, string>, string[]]>([
  ['none', { ADMIN_EMAIL: '', ADMIN_PASSWORD: '', ADMIN_NAME: '' }, []],
  ['one without a name', editor, []],
  ['one with a name', { ...editor, ADMIN_NAME: 'The Editor' }, []],
  [
    'one who could not register',
    { ADMIN_EMAIL: 'editor@localhost', ADMIN_PASSWORD: 'short', ADMIN_NAME: 'x'.repeat(121) },
    [
      'ADMIN_EMAIL: must be an e-mail address at a domain with a dot in it',
      badPassword,
      'ADMIN_NAME: must have at most 120 characters and no control characters',
    ],
  ],
  ['a long password', { ...editor, ADMIN_PASSWORD: 'x'.repeat(201) }, [badPassword]],
  ['a control character', { ...editor, ADMIN_PASSWORD: 'secret\u0007' }, [badPassword]],
  ['no password', { ADMIN_EMAIL: 'a@b.example' }, ['ADMIN_EMAIL: requires ADMIN_PASSWORD']],
  ['no address', { ADMIN_PASSWORD: 'secret' }, ['ADMIN_PASSWORD: requires ADMIN_EMAIL']],
])('reports the faults of an administrator in the environment: %s, %j', (_what, env, faults) => {
  expect(faultsOf(env, administrator)).toEqual(faults);
});

it('an administrator is loaded unchanged', () => {
  expect(loadConfig(administrator, editor)).toEqual(editor);
});

const { PAGE_MAX_AGE, PAGE_PURGE_URL, PAGE_PURGE_TOKEN } = variables;
const purging = Type.Object({ PAGE_MAX_AGE, PAGE_PURGE_URL, PAGE_PURGE_TOKEN }, purgeTogether);
const fastly = { PAGE_PURGE_URL: 'https://api.fastly.com/service/ID/purge', PAGE_PURGE_TOKEN: 'token' };
const noUrl = 'PAGE_PURGE_URL: must be a URL, http(s)://host/path, without a user';

it.each<[Record<string, string>, string[]]>([
  [{ PAGE_MAX_AGE: '60' }, []],
  [{ ...fastly, PAGE_MAX_AGE: '60' }, []],
  [fastly, ['PAGE_PURGE_URL: requires PAGE_MAX_AGE']],
  [{ PAGE_PURGE_TOKEN: 'token' }, ['PAGE_PURGE_TOKEN: requires PAGE_PURGE_URL']],
  [{ ...fastly, PAGE_MAX_AGE: '60', PAGE_PURGE_URL: 'https://user:secret@cdn.example/purge' }, [noUrl]],
  [
    { ...fastly, PAGE_MAX_AGE: '60', PAGE_PURGE_TOKEN: 'a\nb' },
    ['PAGE_PURGE_TOKEN: must consist of printable ASCII characters'],
  ],
])('the shared cache configuration %j has the faults %j', (env, faults) => {
  expect(faultsOf(env, purging)).toEqual(faults);
});

const { DKIM_DOMAIN, DKIM_SELECTOR, DKIM_KEY } = mailVariables;
const signing = Type.Object({ DKIM_DOMAIN, DKIM_SELECTOR, DKIM_KEY }, mailTogether);
const pem = generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
const signed = { DKIM_DOMAIN: 'journal.example', DKIM_SELECTOR: 'mail', DKIM_KEY: pem };

it.each<[string, Record<string, string>, string[]]>([
  ['all there is', signed, []],
  ['a key in one line', { ...signed, DKIM_KEY: pem.replaceAll('\n', '\\n') }, []],
  ['no key', { DKIM_DOMAIN: 'a.example', DKIM_SELECTOR: 'mail' }, ['DKIM_DOMAIN: requires DKIM_KEY']],
  ['no domain', { DKIM_SELECTOR: 'mail' }, ['DKIM_SELECTOR: requires DKIM_DOMAIN']],
  ['no such key', { ...signed, DKIM_KEY: 'secret' }, ['DKIM_KEY: must be a private key in PEM']],
])('reports the faults of a DKIM configuration with %s', (_what, env, faults) => {
  expect(faultsOf(env, signing)).toEqual(faults);
});

const { BOUNCE_ADDRESS, BOUNCE_PORT } = mailVariables;
const bouncing = Type.Object({ BOUNCE_ADDRESS, BOUNCE_PORT }, mailTogether);
const noAddress =
  'BOUNCE_ADDRESS: must be an e-mail address in lower case, with at most 15 characters before the @';

it.each<[Record<string, string>, string[]]>([
  [{}, []],
  [{ BOUNCE_ADDRESS: 'bounces@b.journal.example', BOUNCE_PORT: '2525' }, []],
  [{ BOUNCE_ADDRESS: 'bounces@b.journal.example' }, ['BOUNCE_ADDRESS: requires BOUNCE_PORT']],
  [{ BOUNCE_PORT: '2525' }, ['BOUNCE_PORT: requires BOUNCE_ADDRESS']],
  [{ BOUNCE_ADDRESS: 'Bounces@b.journal.example', BOUNCE_PORT: '2525' }, [noAddress]],
  [{ BOUNCE_ADDRESS: `${'a'.repeat(16)}@b.journal.example`, BOUNCE_PORT: '2525' }, [noAddress]],
  [{ BOUNCE_ADDRESS: 'bounces+a@b.journal.example', BOUNCE_PORT: '2525' }, [noAddress]],
  [
    { BOUNCE_ADDRESS: 'bounces@b.journal.example', BOUNCE_PORT: '0' },
    ['BOUNCE_PORT: must be a port, 1 to 65535'],
  ],
])('the bounce configuration %j has the faults %j', (env, faults) => {
  expect(faultsOf(env, bouncing)).toEqual(faults);
});

it.each([
  ['https://journal.example', undefined, true],
  ['https://journal.example', 'off', false],
  ['http://journal.example', undefined, false],
  ['http://journal.example', 'on', true],
  [undefined, undefined, false],
] as const)('at %s, with REQUIRE_PASSKEYS %s, a passkey is required: %s', (url, set, isRequired) => {
  const config = { PORT: 3000, ...(url && { PUBLIC_URL: url }), ...(set && { REQUIRE_PASSKEYS: set }) };
  expect(isPasskeyRequired(config)).toBe(isRequired);
});
