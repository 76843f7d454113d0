import { randomBytes } from 'node:crypto';
import Type from 'typebox';
import { describe, expect, it } from 'vitest';
import { variables } from './common.config.ts';
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
const faultsOf = (env: Record<string, string | undefined>) => {
  try {
    loadConfig(schema, env);
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
