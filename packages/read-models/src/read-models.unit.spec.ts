import { hash } from 'node:crypto';
import { accountFields, articleFields, submissionFields } from '@journal/events/fields';
import { expect, it } from 'vitest';
import { rowColumns } from './columns.ts';
import {
  accountsModel,
  articlesModel,
  auditModel,
  changedWordsQuery,
  commentsModel,
  concernsModel,
  invitationsModel,
  ledgerModel,
  mailingsModel,
  newsletterModel,
  passkeysModel,
  schemaOf,
  sessionsModel,
  submissionsModel,
  wordsIn,
  wordsModel,
} from './index.ts';

// Migrations derive from fields and columns, and a database that has run one does not run it again. Changed columns
// therefore need a new version: the model is then rebuilt from the log, beside the live one.
it('each model version keeps its columns; if fields changed, raise the version and update this list', () => {
  expect({
    [schemaOf(accountsModel)]: rowColumns(accountFields),
    [schemaOf(articlesModel)]: rowColumns(articleFields),
    [schemaOf(submissionsModel)]: rowColumns(submissionFields),
  }).toEqual({
    accounts_v2: 'email text, username text, full_name text',
    articles_v3:
      'title text, excerpt text, section text not null, author_name text, author_age smallint, author_school text, read_time smallint not null, featured smallint not null, cover text not null',
    submissions_v3:
      'full_name text, age smallint, school text, section text not null, article_title text, article_summary text',
  });
  const digests = [
    accountsModel,
    articlesModel,
    auditModel,
    commentsModel,
    concernsModel,
    invitationsModel,
    ledgerModel,
    mailingsModel,
    newsletterModel,
    passkeysModel,
    sessionsModel,
    submissionsModel,
    wordsModel,
  ].map((model) => {
    const statements = JSON.stringify(model.migrations).replaceAll(/\s|\\n/g, '');
    return `${schemaOf(model)} ${hash('sha256', statements).slice(0, 12)}`;
  });
  expect(digests).toEqual([
    'accounts_v2 95463e0bb6c6',
    'articles_v3 8ddc674bdbe8',
    'audit_v1 ee0ab3ac3bdc',
    'comments_v2 95d01c9f95a4',
    'concerns_v1 23c4fe0ac80d',
    'invitations_v1 07c062a82535',
    'ledger_v1 290dca59d722',
    'mailings_v1 2ca6c6d42473',
    'newsletter_v3 41e272155deb',
    'passkeys_v1 2d8a11904291',
    'sessions_v2 f001d0b82161',
    'submissions_v3 582af38a658d',
    'words_v1 92824edf0a38',
  ]);
});

it.each([
  ['Don’t say “The Sea_wall” — ‘ever’!', ["don't", 'say', 'the', 'sea_wall', 'ever']],
  ['naïve 東京 42', ['naïve', '東京', '42']],
  ['100% … –', ['100']],
  ['', []],
])('wordsIn splits %j into the words %j', (text, words) => {
  expect(wordsIn(text)).toEqual(words);
});

it('changedWordsQuery requires each word as a prefix, and drops operators', () => {
  expect(changedWordsQuery("Clever don’t & | ! ' \\\\ :*")).toBe("'clever':* & 'don''t':*");
  expect(changedWordsQuery('%%%')).toBeUndefined();
});
