import pg from 'pg';

const { TIMESTAMPTZ } = pg.types.builtins;
const asDate = pg.types.getTypeParser(TIMESTAMPTZ) as (text: string) => Date;

/** As `types` of a statement: its rows have times as ISO 8601 in UTC with milliseconds. */
export const timesAsText: pg.CustomTypesConfig = {
  getTypeParser: ((type: number, format?: 'text' | 'binary') =>
    type === TIMESTAMPTZ
      ? (text: string) => asDate(text).toISOString()
      : pg.types.getTypeParser(type, format)) as pg.CustomTypesConfig['getTypeParser'],
};
