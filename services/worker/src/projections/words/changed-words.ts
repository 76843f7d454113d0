import {
  articleFields,
  columnOf,
  type Fields,
  issueFields,
  pageFields,
  submissionFields,
} from '@journal/events/fields';
import { articlesModel, schemaOf, submissionsModel, wordsIn } from '@journal/read-models';
import type pg from 'pg';

/** Tables that contain the versions of a kind of piece. */
export type PieceTables = {
  readonly schema: string;
  readonly name: 'article' | 'submission' | 'page' | 'issue';
  /** Column of a version with the ID of its piece. */
  readonly key: 'article_id' | 'submission_id' | 'page_id' | 'number';
  readonly idType: 'integer' | 'text';
  /** Column of a piece with the data subject whose erasure affects it. Default: none. */
  readonly owner?: 'contributor_id' | 'user_id';
  readonly fields: Fields;
};

export const articleTables: PieceTables = {
  schema: schemaOf(articlesModel),
  name: 'article',
  key: 'article_id',
  idType: 'integer',
  owner: 'contributor_id',
  fields: articleFields,
};
export const submissionTables: PieceTables = {
  schema: schemaOf(submissionsModel),
  name: 'submission',
  key: 'submission_id',
  idType: 'text',
  owner: 'user_id',
  fields: submissionFields,
};

export const pageTables: PieceTables = {
  schema: schemaOf(articlesModel),
  name: 'page',
  key: 'page_id',
  idType: 'text',
  fields: pageFields,
};

export const issueTables: PieceTables = {
  schema: schemaOf(articlesModel),
  name: 'issue',
  key: 'number',
  idType: 'integer',
  fields: issueFields,
};

/** Individual versions, and all versions of the given pieces and of the pieces of the given owners. */
export type WantedVersions = {
  readonly versions: readonly { readonly id: number | string; readonly revision: number }[];
  readonly pieces: readonly string[];
  readonly owners: readonly string[];
};
export type ChangedWords = { readonly position: string; readonly words: readonly string[] };

type ChangedText = {
  readonly position: string;
  readonly before: string | null;
  readonly after: string | null;
};

/** Resolves with the words that each version with a changed text added or removed, as far as they are readable. */
export async function changedWords(
  database: Pick<pg.Pool, 'query'>,
  { schema, name, key, idType, owner, fields }: PieceTables,
  { versions, pieces, owners }: WantedVersions,
): Promise<readonly ChangedWords[]> {
  if (versions.length + owners.length + pieces.length === 0) return [];
  const texts = Object.keys(fields).filter((field) => fields[field]?.value.kind === 'text');
  const textsOf = (version: string) =>
    `(values ${texts.map((field) => `('${field}', ${version}.${columnOf(field)})`).join(', ')})`;
  const ofOwners = owner
    ? `union
        select ${key}, version.revision from ${schema}.${name}_version as version
        where ${key} in (
          select id from ${schema}.${name} where ${owner} = any ($3::text[]) or id = any ($4::${idType}[])
        )`
    : '';
  const asked = [versions.map(({ id }) => id), versions.map(({ revision }) => revision)];
  const { rows } = await database.query<ChangedText>({
    name: `${schema} ${name} changed words`,
    text: `with wanted as (
        select * from unnest($1::${idType}[], $2::integer[]) as version (id, revision)
        ${ofOwners}
      )
      select version.position, earlier.text as before, brought.text as after
      from wanted
      join ${schema}.${name}_version as version on ${key} = wanted.id and version.revision = wanted.revision
      cross join lateral ${textsOf('version')} as brought (field, text)
      left join lateral (
        select old.text from ${schema}.${name}_version as other
        cross join lateral ${textsOf('other')} as old (field, text)
        where other.${key} = wanted.id and other.revision < wanted.revision
          and old.field = brought.field and old.field = any (other.changed)
        order by other.revision desc limit 1) as earlier on true
      where brought.field = any (version.changed)`,
    values: owner ? [...asked, owners, pieces] : asked,
  });
  const byPosition = Map.groupBy(rows, ({ position }) => position);
  return [...byPosition].map(([position, changed]) => ({
    position,
    words: [...new Set(changed.flatMap(({ before, after }) => differentWords(before, after)))],
  }));
}

/** Returns the words that occur more often in one of the texts; for a new text, every word as often as it occurs. */
function differentWords(before: string | null, after: string | null): readonly string[] {
  if (before === null) return wordsIn(after ?? '');
  const surplus = new Map<string, number>();
  for (const word of wordsIn(after ?? '')) surplus.set(word, (surplus.get(word) ?? 0) + 1);
  for (const word of wordsIn(before)) surplus.set(word, (surplus.get(word) ?? 0) - 1);
  const different: string[] = [];
  surplus.forEach((count, word) => {
    if (count !== 0) different.push(word);
  });
  return different;
}
