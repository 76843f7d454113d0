/** A mailed password; its hash is null once the person's key is gone. */
export type TemporaryPassword = {
  readonly resetId: string;
  readonly hash: string | null;
  /** ISO 8601, UTC. */
  readonly expiresAt: string;
  readonly used: boolean;
};

/** The passwords of an account. */
export type AccountPasswords = {
  /** PHC string format; null once the key is gone. */
  readonly passwordHash: string | null;
  /** From the use of a temporary password until the next change, the account's own password is not accepted. */
  readonly passwordIsVoid: boolean;
  readonly temporaryPassword: TemporaryPassword | null;
  /** The temporary password in use when another was issued. It signs nobody in, but sessions begun with it continue. */
  readonly replacedPassword: TemporaryPassword | null;
};

/** Which password was verified; checked again against the state that the command is decided on. */
export type PasswordProof =
  | { readonly kind: 'password'; readonly passwordHash: string }
  | { readonly kind: 'temporary'; readonly temporaryPasswordHash: string };

/** Whether this is a current password of the account for a signed-in user. `at`: ISO 8601, UTC. */
export function isValid(proof: PasswordProof, account: AccountPasswords, at: string): boolean {
  if (proof.kind === 'password') return isOwnHash(proof.passwordHash, account);
  const { temporaryPasswordHash } = proof;
  return [account.temporaryPassword, account.replacedPassword].some(
    (each) => each && matches(each, { temporaryPasswordHash, at }),
  );
}

/** Whether this is the hash of a temporary password that has not expired. */
export const matches = (
  { hash, expiresAt }: TemporaryPassword,
  given: { readonly temporaryPasswordHash: string; readonly at: string },
): boolean => hash === given.temporaryPasswordHash && Date.parse(given.at) < Date.parse(expiresAt);

/** Returns the hash of the account's own password; null if that password is not accepted or there is no account. */
export const acceptedHash = (account: AccountPasswords | undefined): string | null =>
  account && !account.passwordIsVoid ? account.passwordHash : null;

/** Whether this is the hash of the account's own password, and that password is accepted. */
export const isOwnHash = (hash: string | undefined, account: AccountPasswords): boolean =>
  hash !== undefined && hash === acceptedHash(account);
