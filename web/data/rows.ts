/** A page of a list. `next` leads to the following page, null on the last one. */
export type Rows<Row> = { readonly rows: readonly Row[]; readonly next: string | null };
