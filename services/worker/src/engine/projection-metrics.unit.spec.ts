import { createMemoryEventStore } from '@journal/event-store/memory';
import { createMetrics } from '@journal/service-kit';
import { expect, it } from 'vitest';
import { registerProjectionMetrics } from './projection-metrics.ts';

it.each([
  ['0000000000000000042', '42'],
  [undefined, '0'],
  [`${'42'.padStart(20, '0')}/${'42'.padStart(20, '0')}`, undefined],
])('a log that ends at %s has %s events', async (head, events) => {
  const metrics = createMetrics('worker');
  registerProjectionMetrics(metrics, { ...createMemoryEventStore(), head: async () => head });
  const text = await metrics.registry.metrics();
  expect(/^journal_log_events\{.*\} (.+)$/m.exec(text)?.[1]).toBe(events);
});
