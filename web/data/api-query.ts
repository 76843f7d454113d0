/** One read of the API: its path is the query's key. */
export type ApiQuery<Data> = {
  readonly path: string;
  read(): Promise<Data>;
};
