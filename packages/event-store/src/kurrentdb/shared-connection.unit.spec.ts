import { expect, it } from 'vitest';
import { shareConnection } from './shared-connection.ts';

it('is one for each address, until its last user has closed it', async () => {
  const url = 'kurrentdb://127.0.0.1:1?tls=false';
  const one = shareConnection(url);
  const two = shareConnection(url);
  const other = shareConnection('kurrentdb://127.0.0.1:2?tls=false');
  expect(two.append).toBe(one.append);
  expect(other.append).not.toBe(one.append);
  await one.close();
  await one.close();
  expect(shareConnection(url).append).toBe(two.append);
  await two.close();
  await other.close();
});
