import { Writable } from 'node:stream';
import { expect, it } from 'vitest';
import { cookieOf, createCommandSide } from '../testing/command-side.ts';
import { createPasswordHasher } from './passwords.ts';

/** None of these occurs anywhere else, in any spelling. */
const secrets = {
  email: 'zxqmail@zxqdomain.example',
  password: 'Zxqpassword-1',
  fullName: 'Zxqname Writer',
};
const other = 'Zxqpassword-2';

it('logs of account calls contain no address, name, password or hash', async () => {
  const lines: string[] = [];
  const logStream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push(chunk.toString());
      done();
    },
  });
  const side = await createCommandSide({ logStream, passwords: createPasswordHasher() });
  const { email, password } = secrets;
  const registered = await side.register(secrets);
  const userId: string = registered.json().id;
  const cookie = cookieOf(registered);
  const given: string[] = [cookie.slice('journal='.length)];

  await side.register(secrets);
  await side.register({ ...secrets, isAdmin: true, [email]: password });
  await side.register({ ...secrets, email: 'other@zxqdomain.example', password: 'zxq' });
  await side.call('POST', '/api/auth/register', `{"email":"${email}","password":"${password}"`);
  await side.call('POST', `/api/auth/login?email=${email}&password=${password}`, { email, password });
  await side.login({ email, password });
  await side.login({ email, password: other });
  await side.login({ email: 'unknown@zxqdomain.example', password });
  await side.call('POST', '/api/auth/login', `${password} ${email}`, {
    authorization: `Bearer ${other}`,
  });
  const temporary = await side.mailedPassword(userId, email);
  given.push(temporary);
  await side.change(cookie, other);
  const temporarily = cookieOf(await side.login({ email, password: temporary }));
  const changed = cookieOf(await side.change(temporarily, temporary, other));
  await side.operate('administrators/grant', { email });
  await side.happen('another', 'UserRegistered', 'AdminGranted');
  side.interrupt(() => {
    throw new Error('the log is away');
  });
  expect((await side.operate('administrators/revoke', { email })).statusCode).toBe(500);
  for (const event of await side.events())
    if (event.type === 'UserRegistered' || event.type === 'PasswordChanged')
      given.push(String(event.data.passwordHash));
    else if (event.type === 'TemporaryPasswordIssued') given.push(String(event.data.temporaryPasswordHash));
  const { keysForOpening } = side.vault;
  side.vault.keysForOpening = () => Promise.reject(new Error('the vault is away'));
  expect((await side.login({ email, password: other })).statusCode).toBe(500);
  side.vault.keysForOpening = keysForOpening;
  await side.erase(changed, { password: email });
  expect((await side.erase(changed, { password: other })).statusCode).toBe(204);
  await side.operate('users/forgetting', { email, pieces: 'keep' });

  for (const path of [`auth/${email}`, `${password}/${email}`, `operations/users/${email}/finish-forgetting`])
    await side.operate(`../${path}`, { articleIds: [] });
  await side.app.inject(`/api/articles/${email}`);

  const logged = lines.join('');
  expect(lines.length).toBeGreaterThan(20);
  expect(logged).toContain('/api/auth/login');
  expect(logged).toContain('the vault is away');
  expect(logged).not.toMatch(/\$argon2/);
  for (const text of ['zxqmail', 'zxqdomain', 'zxqpassword', 'zxqname', ...given])
    expect(logged.toLowerCase()).not.toContain(text.toLowerCase());
});
