import { setImmediate as othersFirst, setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { createInvertedIndex, type InvertedIndex } from '../matching/inverted-index.ts';
import { readStoredWords } from './stored-words.ts';

/** The index as it is in this process. */
export type Memory = {
  /**
   * With every change that has been told of before; where reading takes longer than `patience`, as all anew does for
   * many documents, as it was, and `onCaughtUp` is called once it is so no more, or could not be read. Rejects where
   * the database is away, unless nothing has changed since it was read.
   */
  current(): Promise<InvertedIndex>;
  /** Something has changed: who asks from now on gets what is there then. */
  changed(): void;
  /** Leaves what was replaced or removed out of memory as well, by reading all anew where there is such. */
  renew(): void;
};

export type MemoryOptions = {
  /** Milliseconds; 750 unless told. */
  readonly patience?: number;
  readonly onCaughtUp?: () => void;
};

type Known = {
  readonly index: InvertedIndex;
  /** Which tables it is from. */
  readonly tables: string;
  /** The last changes that are in it. */
  readonly put: string;
  readonly gone: string;
  /** How many times it had been told of a change before. */
  readonly told: number;
};
type Reading = {
  /** What is read has this many of the changes that were told of; all, until it begins. */
  told: number;
  readonly found: Promise<InvertedIndex>;
  /** Nobody waits for it beyond this. */
  readonly late: Promise<void>;
};
type PutRow = { id: number; created_at: Date; words: string; changed: string };

const page = 250;
/** So many letters of words are taken in before others have their turn: some milliseconds, or one long document. */
const lettersAtOnce = 32_768;
/** Documents that were replaced or removed cost memory and time until all are read anew. */
const mostDead = (size: number) => 1_000 + size / 4;

/** Reads all documents' words once, and then those that have changed; all anew where the tables are others than before. */
export function createMemory(
  pool: Pick<pg.Pool, 'query'>,
  schema: string,
  { patience = 750, onCaughtUp = () => {} }: MemoryOptions = {},
): Memory {
  let known: Known | undefined;
  let told = 0;
  let isOld = false;
  let gaveOlder = false;
  let reading: Reading | undefined;

  async function tablesNow(): Promise<string> {
    const { rows } = await pool.query<{ tables: string }>({
      name: `${schema} tables`,
      text: `select '${schema}.document'::regclass::oid::text as tables`,
    });
    return rows[0]?.tables ?? '';
  }

  async function readPut(index: InvertedIndex, after: string): Promise<string> {
    let letters = 0;
    for (let last = after; ; ) {
      const { rows } = await pool.query<PutRow>({
        name: `${schema} put`,
        text: `select id, created_at, words, changed from ${schema}.document
               where changed > $1 order by changed limit ${page}`,
        values: [last],
      });
      for (const { id, created_at, words } of rows) {
        index.put({ id, createdAt: created_at.getTime(), ...readStoredWords(words) });
        letters += words.length;
        if (letters < lettersAtOnce) continue;
        letters = 0;
        await othersFirst();
      }
      last = rows.at(-1)?.changed ?? last;
      if (rows.length < page) return last;
    }
  }

  async function readGone(index: InvertedIndex, after: string): Promise<string> {
    const { rows } = await pool.query<{ id: number; changed: string }>({
      name: `${schema} gone`,
      text: `select id, changed from ${schema}.gone where changed > $1 order by changed`,
      values: [after],
    });
    for (const { id } of rows) index.remove(id);
    return rows.at(-1)?.changed ?? after;
  }

  async function read(upTo: number): Promise<InvertedIndex> {
    const tables = await tablesNow();
    const isSame = known?.tables === tables && !isOld && known.index.dead <= mostDead(known.index.size);
    const before = isSame ? known : undefined;
    const index = before?.index ?? createInvertedIndex();
    // What is put and goes while this is read is gone in the end: the rows of those that are gone are read last.
    const put = await readPut(index, before?.put ?? '0');
    const gone = await readGone(index, before?.gone ?? '0');
    if (!before) {
      await index.compact();
      isOld = false;
    }
    known = { index, tables, put, gone, told: upTo };
    if (gaveOlder) onCaughtUp();
    gaveOlder = false;
    return index;
  }

  /** Reads after what is being read. */
  function begin(): Reading {
    const before = reading?.found.catch(() => {}) ?? Promise.resolve();
    const begun: Reading = {
      told: Number.POSITIVE_INFINITY,
      found: before.then(() => {
        begun.told = told;
        return read(told);
      }),
      late: sleep(patience, undefined, { ref: false }),
    };
    const end = () => {
      if (reading === begun) reading = undefined;
    };
    begun.found.then(end, () => {
      end();
      if (gaveOlder) onCaughtUp();
    });
    reading = begun;
    return begun;
  }

  return {
    async current() {
      if (known?.told === told) return known.index;
      const asked = told;
      const { found, late } = reading && reading.told >= told ? reading : begin();
      if (!known) return found;
      await Promise.race([found, late]);
      gaveOlder ||= known.told < asked;
      return known.index;
    },
    changed() {
      told++;
    },
    renew() {
      if (!known || known.index.dead === 0) return;
      isOld = true;
      begin();
    },
  };
}
