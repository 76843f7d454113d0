import type { ApiAnswer } from './api.ts';

/** One read of the API. Its path is the query's key; `select` makes what a component wants of the answer. */
export type ApiQuery<Data> = {
  readonly path: string;
  readonly select: (answer: ApiAnswer) => Data;
};

/**
 * What a page reads. `required` decides whether there is a page: a 404 is the not-found page. `wanted` renders in
 * place where it arrives in time, and streams after the rest of the page with its loading text where it does not; where
 * it failed in time, the page says so in its place and answers 503. `extra` is the same, but the page stands without it.
 * `refused` says that the address asks for what nobody can have: the page says so and answers 400.
 */
export type PageQueries = {
  readonly required?: readonly ApiQuery<unknown>[];
  readonly wanted?: readonly ApiQuery<unknown>[];
  readonly extra?: readonly ApiQuery<unknown>[];
  readonly refused?: boolean;
};

/** A page of a list. `next` leads to the following page, null on the last one. */
export type Rows<Row> = { readonly rows: readonly Row[]; readonly next: string | null };
