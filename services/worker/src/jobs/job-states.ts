/** Where a job can be. Those that failed for good stay for 30 days. */
export const jobStates = ['waiting', 'active', 'delayed', 'completed', 'failed'] as const;

export type QueueCounts = Readonly<Record<(typeof jobStates)[number], number>>;
