import {
  type AccountErasure,
  type Answer,
  createJournalClient,
  type ForgotPassword,
  type Login,
  type PasswordChange,
  type Registration,
} from '@journal/contracts';
import { readFrom } from './browser-api.ts';

/** Milliseconds after which nobody waits for an answer any more: then it is not known whether it was done. */
const patience = 20_000;

const journal = createJournalClient((path, request) => {
  const end = new AbortController();
  setTimeout(() => end.abort(), patience);
  return fetch(path, { ...request, signal: end.signal });
});

export const register = (body: Registration) => done(journal.register(body));
export const login = (body: Login) => done(journal.login(body));
export const logout = () => done(journal.logout());
export const forgotPassword = (body: ForgotPassword) => done(journal.forgotPassword(body));
export const changePassword = (body: PasswordChange) => done(journal.changePassword(body));
export const eraseAccount = (body: AccountErasure) => done(journal.eraseAccount(body));

/** Where the browser fetches the file with everything the journal knows of who is signed in. */
export const exportPath = '/api/me/export';

/** What was answered; every read from now on sees what was done. */
async function done<Value>(answer: Promise<Answer<Value>>): Promise<Value> {
  const { value, position } = await answer;
  readFrom(position ?? '');
  return value;
}
