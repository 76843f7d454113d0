import type pg from 'pg';
import { allOf, type Expression, oneOf } from './lookup.ts';
import type { Tier } from './tiers.ts';

/** A row of what a tier has found, and for each level that was asked about whether the document has it. */
export type Candidate = {
  readonly id: number;
  readonly title: string;
  readonly excerpt: string;
  readonly section: string;
  readonly author_name: string | null;
  readonly author_age: number | null;
  readonly created_at: Date;
  readonly levels: readonly boolean[];
};

export type CandidateQuestion = {
  readonly schema: string;
  readonly tier: Tier;
  /** About how many documents there are. */
  readonly documents: number;
  /** Most candidates, the newest of them. */
  readonly limit: number;
  /** What is asked about each candidate's words. */
  readonly levels: readonly Expression[];
};

/** Looking through the newest documents is the shorter way where that finds enough among so many. */
const shortWay = { head: 1_500, 'some-in-head': 0, anywhere: 300 };
/** Where so few have the rarest word, they are looked at one by one for the others. */
const fewEnough = 300;

/** The newest documents of a tier. */
export async function findCandidates(
  database: Pick<pg.Pool, 'query'>,
  question: CandidateQuestion,
): Promise<readonly Candidate[]> {
  const { schema, tier, documents, limit } = question;
  const expected = tier.words.reduce(
    (product, word) => product * Math.min(1, countOf(tier, word) / Math.max(1, documents)),
    documents,
  );
  const passed = Math.ceil((3 * limit * documents) / Math.max(1, expected));
  if (passed <= shortWay[tier.place]) {
    const found = await ask(database, question, newestWay(schema, tier, passed));
    if (found.length === limit) return found;
  }
  return ask(database, question, indexWay(schema, tier));
}

const countOf = ({ place }: Tier, { documents, heads }: Expression) => (place === 'head' ? heads : documents);

/** A way to the ids of a tier: its statement, and the values of its parameters from `$3`. */
type Way = { readonly name: string; readonly text: string; readonly values: readonly string[] };

function newestWay(schema: string, { place, words }: Tier, passed: number): Way {
  const [table, column] = place === 'head' ? ['document', 'head'] : ['document_words', 'words'];
  return {
    name: `newest ${place}`,
    text: `select id from (select id, ${column} from ${schema}.${table} order by id desc limit $3::integer) as recent
           where (${column} @@ $4::tsquery) is true`,
    values: [String(passed), allOf(words)],
  };
}

function indexWay(schema: string, { place, words }: Tier): Way {
  if (place === 'some-in-head')
    return {
      name: 'index some-in-head',
      text: `select id from ${schema}.document where head @@ $3::tsquery
             intersect select id from ${schema}.document_words where words @@ $4::tsquery`,
      values: [oneOf(words), allOf(words)],
    };
  const [table, column] = place === 'head' ? ['document', 'head'] : ['document_words', 'words'];
  const sorted = words.toSorted((one, other) => one.documents - other.documents);
  const isFew = (sorted[0]?.documents ?? 0) <= fewEnough;
  const indexed = isFew ? sorted.slice(0, 1) : sorted;
  const others = isFew ? sorted.slice(1) : [];
  return {
    name: `index ${place} ${others.length > 0}`,
    text: `select id from ${schema}.${table} where ${column} @@ $3::tsquery
           ${others.length > 0 ? `and (${column} @@ $4::tsquery) is true` : ''}`,
    values: [allOf(indexed), ...(others.length > 0 ? [allOf(others)] : [])],
  };
}

/** A document's words are kept out of line: they are fetched once for all levels. */
async function ask(
  database: Pick<pg.Pool, 'query'>,
  { schema, limit, levels }: CandidateQuestion,
  { name, text, values }: Way,
): Promise<readonly Candidate[]> {
  const asksLevels = levels.length > 0;
  const { rows } = await database.query<Candidate>({
    name: `${schema} ${name} ${asksLevels}`,
    text: `with found as materialized (${text}),
             newest as materialized (select id from found order by id desc limit $1::integer)
           select id, title, excerpt, section, author_name, author_age, created_at, ${
             asksLevels
               ? `array(select fetched.words @@ level from unnest($2::tsquery[]) with ordinality as asked (level, place)
                        order by place)`
               : `$2::boolean[]`
           } as levels
           from newest join ${schema}.document using (id) ${
             asksLevels
               ? `join ${schema}.document_words as stored using (id)
                  cross join lateral (select stored.words || ''::tsvector as words offset 0) as fetched`
               : ''
           }`,
    values: [limit, levels.map(({ query }) => query), ...values],
  });
  return rows;
}
