import { expect, test } from 'vitest';
import { resolveAddresses } from './resolve-addresses.ts';
import { serviceAddresses } from './terminal.ts';

const hosts: Readonly<Record<string, readonly string[]>> = {
  worker: ['10.0.0.2', '10.0.0.3'],
  web: ['10.0.0.4'],
  localhost: ['127.0.0.1', '::1'],
  query: ['fd00::2', 'fd00::3'],
};
const lookUp = async (host: string) => {
  const found = hosts[host];
  if (!found) throw new Error(`${host} is not known`);
  return found.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
};

test('a host with several addresses of one family is as many processes, and with one of each family is one', async () => {
  const same = (origin: string) => ({ name: origin, origin });
  const origins = [
    'http://worker:3000',
    'http://web:3000',
    'http://localhost:3000',
    'http://query:3000',
    'http://nobody',
    'https://worker',
  ];
  expect(await resolveAddresses(origins, lookUp)).toEqual([
    { name: 'http://worker:3000 (10.0.0.2)', origin: 'http://10.0.0.2:3000' },
    { name: 'http://worker:3000 (10.0.0.3)', origin: 'http://10.0.0.3:3000' },
    same('http://web:3000'),
    same('http://localhost:3000'),
    { name: 'http://query:3000 (fd00::2)', origin: 'http://[fd00::2]:3000' },
    { name: 'http://query:3000 (fd00::3)', origin: 'http://[fd00::3]:3000' },
    same('http://nobody'),
    same('https://worker'),
  ]);
});

test('SERVICE_URLS and --services resolve to the address of every process', async () => {
  const each = ['http://10.0.0.2:3000', 'http://10.0.0.3:3000', 'http://web:3000'];
  const origins = async (...given: Parameters<typeof serviceAddresses>) =>
    (await serviceAddresses(given[0], given[1], lookUp)).map(({ origin }) => origin);
  expect(await origins({ SERVICE_URLS: 'http://worker:3000, http://web:3000' }, {})).toEqual(each);
  expect(await origins({}, { services: 'http://worker:3000,http://web:3000' })).toEqual(each);
});

test('the address of another journal is queried although SERVICE_URLS names the services of this one', async () => {
  const environment = { SERVICE_URLS: 'http://worker:3000', PUBLIC_URL: 'http://web:3000' };
  const given = { url: 'https://other.example' };
  expect(await serviceAddresses(environment, given, lookUp)).toEqual([
    { name: 'https://other.example', origin: 'https://other.example' },
  ]);
});
