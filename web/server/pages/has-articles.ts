import type { ApiResponse, Stats } from '@journal/contracts';
import { inTime } from './in-time.ts';

/** Whether the journal has an article; false too where that can't be known within `budget` milliseconds. */
export async function hasArticles(
  read: (path: string) => Promise<ApiResponse>,
  budget: number,
): Promise<boolean> {
  const counted = read('/api/stats').then(
    ({ status, body }) => status === 200 && (JSON.parse(body) as Stats).articles > 0,
    () => false,
  );
  return (await inTime(counted, budget)) ?? false;
}
