import { expect, test } from 'vitest';
import { mergeMetrics } from './answers-for-all.ts';

const family = (service: string) => `# HELP requests All of them
# TYPE requests counter
requests{service="${service}"} 1

`;

test('a metric of two services is described once, with the samples of both', () => {
  expect(mergeMetrics([family('query'), family('web')])).toBe(
    '# HELP requests All of them\n# TYPE requests counter\nrequests{service="query"} 1\nrequests{service="web"} 1\n',
  );
});

test('metrics of one service only stay as they are', () => {
  const own = '# HELP lag Behind\n# TYPE lag gauge\nlag 3\n';
  expect(mergeMetrics([family('query'), own])).toContain(own);
});
