import { randomBytes } from 'node:crypto';
import Type from 'typebox';
import { describe, expect, it } from 'vitest';
import { administratorTogether, variables } from './common.config.ts';
import { ConfigError, loadConfig } from './config.ts';

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

describe('loadConfig', () => {
  it('reads what the schema names, with defaults and numbers', () => {
    expect(loadConfig(schema, { ...good, PORT: '8080', HOME: '/root' })).toEqual({
      ...good,
      PORT: 8080,
      LOG_LEVEL: 'info',
    });
  });

  it('takes an empty variable as unset', () => {
    expect(loadConfig(schema, { ...good, PORT: '', VAULT_URL: '' })).toMatchObject({ PORT: 4001 });
    expect(faultsOf({ ...good, MASTER_KEY: '' })).toEqual(['MASTER_KEY: is not set']);
  });

  it('takes a blank variable as unset, and no blanks around a value but where they may be meant', () => {
    expect(loadConfig(schema, { ...good, PORT: ' 4002 ', VAULT_URL: ' \t' })).toEqual({
      ...good,
      PORT: 4002,
      LOG_LEVEL: 'info',
    });
    const password = Type.Object({ ADMIN_PASSWORD: Type.String({ verbatim: true }) });
    expect(loadConfig(password, { ADMIN_PASSWORD: ' six ' })).toEqual({ ADMIN_PASSWORD: ' six ' });
  });

  it('reports all faults together, without the values', () => {
    const faults = faultsOf({
      ...good,
      PORT: 'many',
      DATABASE_URL: 'mysql://u:secret@h/d',
      SERVICE_TOKEN: 'secret',
    });
    expect(faults).toEqual([
      'PORT: must be a port, 0 to 65535',
      'DATABASE_URL: must be a URL that begins with postgres:// or postgresql://',
      'SERVICE_TOKEN: must have at least 32 characters',
    ]);
  });

  it('says what an event store may be without regular expressions', () => {
    expect(faultsOf({ ...good, EVENT_STORE_URL: 'redis://x' })).toEqual([
      'EVENT_STORE_URL: must be a URL that begins with postgres:// or postgresql:// or kurrentdb:// or kurrentdb+discover:// or esdb:// or esdb+discover://',
    ]);
  });

  it.each([
    'short',
    randomBytes(31).toString('base64'),
    randomBytes(33).toString('base64'),
    'f'.repeat(64),
    `${'!'.repeat(43)}=`,
  ])('refuses the master key %s', (MASTER_KEY) => {
    expect(faultsOf({ ...good, MASTER_KEY })).toEqual(['MASTER_KEY: must be 32 bytes in base64']);
  });

  it.each(['-1', '65536', '80.5', 'NaN'])('refuses the port %s', (PORT) => {
    expect(faultsOf({ ...good, PORT })).toEqual(['PORT: must be a port, 0 to 65535']);
  });
});

const administrator = Type.Object(
  {
    ADMIN_EMAIL: variables.ADMIN_EMAIL,
    ADMIN_PASSWORD: variables.ADMIN_PASSWORD,
    ADMIN_NAME: variables.ADMIN_NAME,
  },
  administratorTogether,
);
const administratorFaults = (env: Record<string, string>) => faultsOf(env, administrator);

describe('the administrator in the environment', () => {
  it('may be there, without a name too, or not', () => {
    const editor = { ADMIN_EMAIL: 'Editor@Journal.Example', ADMIN_PASSWORD: ' secret' };
    expect(loadConfig(administrator, editor)).toEqual(editor);
    expect(administratorFaults({ ...editor, ADMIN_NAME: 'The Editor' })).toEqual([]);
    expect(administratorFaults({ ADMIN_EMAIL: '', ADMIN_PASSWORD: '', ADMIN_NAME: '' })).toEqual([]);
  });

  it('has to be somebody who could register and sign in: every fault is named', () => {
    const faults = administratorFaults({
      ADMIN_EMAIL: 'editor@localhost',
      ADMIN_PASSWORD: 'short',
      ADMIN_NAME: 'x'.repeat(121),
    });
    expect(faults).toEqual([
      'ADMIN_EMAIL: must be an e-mail address at a domain with a dot in it',
      'ADMIN_PASSWORD: must have 6 to 200 characters, none of them a control character',
      'ADMIN_NAME: must have at most 120 characters, none of them a control character',
    ]);
    expect(administratorFaults({ ADMIN_EMAIL: 'a@b.example', ADMIN_PASSWORD: 'x'.repeat(201) })).toHaveLength(
      1,
    );
    expect(administratorFaults({ ADMIN_EMAIL: 'a@b.example', ADMIN_PASSWORD: 'secret\u0007' })).toHaveLength(
      1,
    );
  });

  it('has an address and a password, or neither', () => {
    expect(administratorFaults({ ADMIN_EMAIL: 'a@b.example' })).toEqual([
      'ADMIN_EMAIL: needs ADMIN_PASSWORD beside it',
    ]);
    expect(administratorFaults({ ADMIN_PASSWORD: 'secret' })).toEqual([
      'ADMIN_PASSWORD: needs ADMIN_EMAIL beside it',
    ]);
  });
});
