import { timingSafeEqual } from 'node:crypto';
import { normaliseTemporaryPassword } from '@journal/vault';
import type { AccountParts } from '../account.parts.ts';
import type { PasswordProof } from '../domain/account.commands.ts';
import type { Account } from '../domain/account.state.ts';

/**
 * What a typed password proves about an account; undefined for a wrong one. Whatever the account and the password,
 * and for no account too, it makes one keyed hash and one argon2 comparison, so that time tells nothing. Whether a
 * temporary password is still valid is for the decider to say.
 */
export async function provePassword(
  parts: Pick<AccountParts, 'hash' | 'passwords'>,
  account: Account | undefined,
  password: string,
): Promise<PasswordProof | undefined> {
  const passwordHash = account && !account.passwordIsVoid ? account.passwordHash : null;
  const [temporaryPasswordHash, isPassword] = await Promise.all([
    parts.hash('temporary-password', account?.userId ?? 'nobody', normaliseTemporaryPassword(password)),
    parts.passwords.verify(passwordHash, password),
  ]);
  const isTemporary = equal(temporaryPasswordHash, account?.temporaryPassword?.hash ?? '');
  if (passwordHash !== null && isPassword) return { kind: 'password', passwordHash };
  return isTemporary ? { kind: 'temporary', temporaryPasswordHash } : undefined;
}

/** In a time that depends on the first text alone. */
function equal(text: string, other: string): boolean {
  const bytes = Buffer.from(text);
  const same = Buffer.from(other).length === bytes.length;
  return timingSafeEqual(bytes, same ? Buffer.from(other) : bytes) && same;
}
