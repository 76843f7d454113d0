import { statementName, timesAsText } from '@journal/postgres';
import {
  type AccountRow,
  type ArticleCountRow,
  type ArticleRow,
  type ArticleVersionRow,
  type AuditEntryRow,
  accountsModel,
  articlesModel,
  auditModel,
  commentsModel,
  concernsModel,
  invitationsModel,
  mailingsModel,
  newsletterModel,
  passkeysModel,
  type ReadModel,
  type SubmissionRow,
  type SubmissionVersionRow,
  schemaOf,
  sessionsModel,
  submissionsModel,
  wordsModel,
} from '@journal/read-models';
import { CamelCasePlugin, Kysely, PostgresDialect, type RawBuilder, sql } from 'kysely';
import type pg from 'pg';

/** Schemas of the read models that are queried. */
export const schemas = {
  articles: schemaOf(articlesModel),
  accounts: schemaOf(accountsModel),
  submissions: schemaOf(submissionsModel),
  comments: schemaOf(commentsModel),
  audit: schemaOf(auditModel),
  sessions: schemaOf(sessionsModel),
  passkeys: schemaOf(passkeysModel),
  invitations: schemaOf(invitationsModel),
  concerns: schemaOf(concernsModel),
  mailings: schemaOf(mailingsModel),
  newsletter: schemaOf(newsletterModel),
  words: schemaOf(wordsModel),
};

/** Tables with their rows, including columns that Postgres generates. */
type Tables = {
  readonly article: ArticleRow & { readonly listed: boolean; readonly searched: string | null };
  readonly articleVersion: ArticleVersionRow;
  readonly articleCount: ArticleCountRow;
  readonly submission: SubmissionRow & { readonly known: boolean; readonly searched: string };
  readonly submissionVersion: SubmissionVersionRow;
  readonly account: AccountRow;
  readonly entry: AuditEntryRow;
};

const table = <Name extends keyof Tables>(model: ReadModel, name: Name) =>
  `${schemaOf(model)}.${name}` as unknown as Name;

/** Tables for typed queries, each in its schema. */
export const tables = {
  article: table(articlesModel, 'article'),
  articleVersion: table(articlesModel, 'articleVersion'),
  articleCount: table(articlesModel, 'articleCount'),
  submission: table(submissionsModel, 'submission'),
  submissionVersion: table(submissionsModel, 'submissionVersion'),
  account: table(accountsModel, 'account'),
  entry: table(auditModel, 'entry'),
};

/** Milliseconds. With the time to connect and to wait for a position first, a reader waits for at most 8 s. */
const statementTimeout = 5_000;

export type DatabaseOptions = {
  /** Whether a statement is prepared once per connection. Default: true. */
  readonly isPrepared?: boolean;
};

/**
 * Returns two interfaces to the tables, both with times as ISO 8601 in UTC. `run` costs less; `query` composes
 * statements.
 */
export function openDatabase(pool: pg.Pool, { isPrepared = true }: DatabaseOptions = {}) {
  const send = (text: string, values: readonly unknown[]) =>
    pool.query({
      ...(isPrepared ? { name: statementName(text) } : {}),
      text,
      values: [...values],
      types: timesAsText,
      query_timeout: statementTimeout,
    } as pg.QueryConfig);
  const connections = { connect: async () => ({ query: send, release() {} }), end: async () => {} };
  return {
    query: new Kysely<Tables>({
      dialect: new PostgresDialect({ pool: connections as unknown as pg.Pool }),
      plugins: [new CamelCasePlugin()],
    }),
    run: async <Row extends pg.QueryResultRow>(text: string, ...values: unknown[]): Promise<Row[]> =>
      (await send(text, values)).rows as Row[],
  };
}

const maxWords = 10;

/** Returns the `like` patterns for the words of a search, all of which a text must match; undefined without words. */
export function patternsOf(search: string | undefined): readonly string[] | undefined {
  const words = (search ?? '').split(/[\s\0]+/u).filter((word) => word !== '');
  if (words.length === 0) return undefined;
  return words.slice(0, maxWords).map(patternOf);
}

/** Returns the `like` pattern that matches any value containing the text. */
export const patternOf = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`;

/**
 * Returns the condition that a lower-case text matches all patterns. It is a `case` because the planner expects it to
 * hold for every other row: a list is then read from its newest row until the page is full, without sorting all
 * matches.
 */
export const matchesAll = (text: RawBuilder<string>, patterns: readonly string[]) =>
  sql<boolean>`case when ${text} like all (
    array(select lower(pattern) from unnest(${patterns}::text[]) as pattern)
  ) then true else false end`;
