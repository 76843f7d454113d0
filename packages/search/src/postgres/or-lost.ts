import { IndexLost } from '../search.port.ts';

const missingTable = '42P01';
const missingSchema = '3F000';

/** Throws `IndexLost` where the statement found no tables. */
export async function orLost<T>(asked: Promise<T>): Promise<T> {
  try {
    return await asked;
  } catch (error) {
    const { code } = error as { code?: string };
    if (code === missingTable || code === missingSchema)
      throw new IndexLost('The tables of the index are gone', { cause: error });
    throw error;
  }
}
