import { expect, test } from 'vitest';
import { allReadModels } from '../../tools/testing/all-read-models.ts';
import { readInvocation, rebuildable, UsageError } from './invocation.ts';

const read = (line: string) => readInvocation(line.split(' ').filter(Boolean));

test.each([
  ['', { command: 'help' }],
  ['help', { command: 'help' }],
  ['admin grant --help', { command: 'help' }],
  ['admin grant a@b.example', { command: 'admin grant', email: 'a@b.example' }],
  ['admin revoke a@b.example', { command: 'admin revoke', email: 'a@b.example' }],
  ['admin revoke a@b.example --last', { command: 'admin revoke', email: 'a@b.example', last: true }],
  ['user reset-passkeys a@b.example', { command: 'user reset-passkeys', email: 'a@b.example' }],
  ['user export a@b.example', { command: 'user export', email: 'a@b.example' }],
  ['user export --out x.json a@b.example', { command: 'user export', email: 'a@b.example', out: 'x.json' }],
  [
    'user forget a@b.example --pieces keep',
    { command: 'user forget', email: 'a@b.example', pieces: 'keep', isSure: false },
  ],
  [
    'user forget a@b.example --pieces=remove --yes',
    { command: 'user forget', email: 'a@b.example', pieces: 'remove', isSure: true },
  ],
  ['status --url http://localhost:3100', { command: 'status', url: 'http://localhost:3100' }],
  ['mail check', { command: 'mail check' }],
  ['mail check --url https://a.example', { command: 'mail check', url: 'https://a.example' }],
  ['rebuild search', { command: 'rebuild', name: 'search' }],
  ['rebuild articles', { command: 'rebuild', name: 'articles' }],
  ['keys add', { command: 'keys add' }],
  ['keys rotate', { command: 'keys rotate' }],
  ['backup /backups/1', { command: 'backup', folder: '/backups/1' }],
  ['forgotten list', { command: 'forgotten', folder: 'list' }],
  ['restore a', { command: 'restore', folder: 'a' }],
  ['restore a --forgotten b', { command: 'restore', folder: 'a', forgotten: 'b' }],
  ['audit verify', { command: 'audit verify' }],
  [
    `audit verify --since 0042:${'x'.repeat(43)}`,
    { command: 'audit verify', since: { position: '0042', chain: 'x'.repeat(43) } },
  ],
  ['status --services http://a,http://b', { command: 'status', services: 'http://a,http://b' }],
])('"%s" is parsed as %j', (line, invocation) => {
  expect(read(line)).toEqual(invocation);
});

test.each([
  'admin',
  'admin grant',
  'admin appoint a@b.example',
  'admin grant a@b.example c@d.example',
  'admin grant a@b.example --yes',
  'admin grant a@b.example --last',
  'user forget a@b.example',
  'user forget a@b.example --pieces some',
  'user export a@b.example --out',
  'status a@b.example',
  'mail',
  'mail send',
  'mail check --services http://a',
  'status --verbose',
  'rebuild',
  'rebuild search articles',
  'rebuild search --yes',
  'rebuild search --url http://localhost',
  'backup',
  'backup a b',
  'backup a --forgotten b',
  'restore --forgotten b',
  'audit',
  'audit verify all',
  'keys',
  'keys rotate master',
  'keys add --yes',
  'audit verify --since 42',
  'audit verify --url http://localhost',
])('"%s" is rejected as wrong usage', (line) => {
  expect(() => read(line)).toThrow(UsageError);
});

test('rebuild with an unknown or missing name lists the read models that can be rebuilt', () => {
  const all =
    'articles, accounts, sessions, passkeys, invitations, concerns, mailings, newsletter, submissions, comments, audit, words, search';
  expect(() => read('rebuild ledger')).toThrow(`"ledger" cannot be rebuilt. Read models: ${all}.`);
  expect(() => read('rebuild')).toThrow(`Name the read model to rebuild. Read models: ${all}.`);
});

test('every read model can be rebuilt, except those that keep evidence', () => {
  const names = allReadModels.filter(({ keepsEarlier }) => !keepsEarlier).map(({ name }) => name);
  expect([...names, 'search'].sort()).toEqual([...rebuildable].sort());
});
