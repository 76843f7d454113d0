import type { Written } from '../writing/decide-and-append.ts';
import type { AccountParts } from './account.parts.ts';
import { accountOf, loadAccount } from './account-outcome.ts';
import { holderOf } from './claims/holder-of.ts';
import type { Account, AccountState } from './domain/account.state.ts';

export type FoundAccount = { readonly account: Account; readonly written: Written<AccountState> };

/** In place of a user's id, so that nobody's account takes as many reads as somebody's. */
const nobody = 'nobody';

/** The account with a normalised address, or undefined; it reads as much for the one as for the other. */
export async function findAccount(
  parts: Pick<AccountParts, 'log' | 'hash'>,
  email: string,
): Promise<FoundAccount | undefined> {
  const { holder } = await holderOf(parts.log, 'email', await parts.hash('email', email));
  const written = await loadAccount(parts.log, holder?.userId ?? nobody);
  const account = accountOf(written.state);
  return account && { account, written };
}
