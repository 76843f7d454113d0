import { createMemoryVault } from '@journal/events';
import { expect, it } from 'vitest';
import { createKeyedHash } from './keyed-hash.ts';

it('a keyed hash is deterministic for a vault, a purpose and its parts, and differs for any other', async () => {
  const vault = createMemoryVault();
  const hash = createKeyedHash(vault);
  const one = await hash('email', 'a@example.org');
  expect(one).toMatch(/^[0-9a-f]{64}$/);
  expect(await createKeyedHash(vault)('email', 'a@example.org')).toBe(one);
  const others = await Promise.all([
    hash('username', 'a@example.org'),
    hash('email', 'b@example.org'),
    hash('email', 'a', '@example.org'),
    hash('email', '["a@example.org"]'),
    createKeyedHash(createMemoryVault())('email', 'a@example.org'),
  ]);
  expect(new Set([one, ...others]).size).toBe(6);
});
