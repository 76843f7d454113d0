import { accountFields, articleFields, submissionFields } from '@journal/events/fields';
import { expect, it } from 'vitest';
import { accountsModel, articlesModel, schemaOf, submissionsModel } from './index.ts';
import { rowColumns } from './piece-columns.ts';

// Columns derive from the fields, and a database that has run a migration does not run it again. Other columns
// therefore need another version: the model is then built anew from the log, beside the one that is read.
it('each version has its columns: where fields have changed, raise the version and write them down here', () => {
  expect({
    [schemaOf(accountsModel)]: rowColumns(accountFields),
    [schemaOf(articlesModel)]: rowColumns(articleFields),
    [schemaOf(submissionsModel)]: rowColumns(submissionFields),
  }).toEqual({
    accounts_v1: 'email text, username text, full_name text',
    articles_v1:
      'title text, excerpt text, section text not null, author_name text, author_age smallint, author_school text, read_time smallint not null, featured smallint not null',
    submissions_v1:
      'full_name text, age smallint, school text, section text not null, article_title text, article_summary text',
  });
});
