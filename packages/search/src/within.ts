import { SearchUnavailable } from './search.port.ts';

/** What `work` gives; rejects with `SearchUnavailable` where that takes longer than `limit` milliseconds. The work goes on. */
export async function within<Result>(limit: number, work: Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new SearchUnavailable(`No answer within ${Math.round(limit)} ms`)),
      limit,
    );
  });
  try {
    return await Promise.race([work, tooLate]);
  } finally {
    clearTimeout(timer);
  }
}
