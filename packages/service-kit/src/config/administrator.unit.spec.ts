import Type from 'typebox';
import { describe, expect, it } from 'vitest';
import { administratorTogether, variables } from './common.config.ts';
import { ConfigError, loadConfig } from './config.ts';

const schema = Type.Object(
  {
    ADMIN_EMAIL: variables.ADMIN_EMAIL,
    ADMIN_PASSWORD: variables.ADMIN_PASSWORD,
    ADMIN_NAME: variables.ADMIN_NAME,
  },
  administratorTogether,
);
const faultsOf = (environment: Record<string, string>) => {
  try {
    loadConfig(schema, environment);
    return [];
  } catch (error) {
    return error instanceof ConfigError ? error.faults : error;
  }
};

describe('the administrator in the environment', () => {
  it('may be there, without a name too, or not', () => {
    const administrator = { ADMIN_EMAIL: 'Editor@Journal.Example', ADMIN_PASSWORD: ' secret' };
    expect(loadConfig(schema, administrator)).toEqual(administrator);
    expect(faultsOf({ ...administrator, ADMIN_NAME: 'The Editor' })).toEqual([]);
    expect(faultsOf({ ADMIN_EMAIL: '', ADMIN_PASSWORD: '', ADMIN_NAME: '' })).toEqual([]);
  });

  it('has to be somebody who could register and sign in: every fault is named', () => {
    const faults = faultsOf({
      ADMIN_EMAIL: 'editor@localhost',
      ADMIN_PASSWORD: 'short',
      ADMIN_NAME: 'x'.repeat(121),
    });
    expect(faults).toEqual([
      'ADMIN_EMAIL: must be an e-mail address at a domain with a dot in it',
      'ADMIN_PASSWORD: must have 6 to 200 characters, none of them a control character',
      'ADMIN_NAME: must have at most 120 characters, none of them a control character',
    ]);
    expect(faultsOf({ ADMIN_EMAIL: 'a@b.example', ADMIN_PASSWORD: 'x'.repeat(201) })).toHaveLength(1);
    expect(faultsOf({ ADMIN_EMAIL: 'a@b.example', ADMIN_PASSWORD: 'secret\u0007' })).toHaveLength(1);
  });

  it('has an address and a password, or neither', () => {
    expect(faultsOf({ ADMIN_EMAIL: 'a@b.example' })).toEqual(['ADMIN_EMAIL: needs ADMIN_PASSWORD beside it']);
    expect(faultsOf({ ADMIN_PASSWORD: 'secret' })).toEqual(['ADMIN_PASSWORD: needs ADMIN_EMAIL beside it']);
  });
});
