import type { Stats } from '@journal/contracts';
import type { ApiResponse } from '../../data/api-answer.ts';

/** Whether the journal has an article; false too where that can't be known within `budget` milliseconds. */
export async function hasArticles(
  read: (path: string) => Promise<ApiResponse>,
  budget: number,
): Promise<boolean> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(resolve, budget, false);
  });
  const counted = read('/api/stats').then(
    ({ status, body }) => status === 200 && (JSON.parse(body) as Stats).articles > 0,
    () => false,
  );
  return Promise.race([counted, late]).finally(() => clearTimeout(timer));
}
