/** Which of our packages, or folders of one, a package may import. What is not listed here may import nothing of ours. */
export const layers: Readonly<Record<string, readonly string[]>> = {
  'packages/contracts': ['packages/events/src/fields'],
  'packages/events': [],
  'packages/postgres': ['packages/service-kit/src/async'],
  'packages/vault': ['packages/events', 'packages/postgres'],
  'packages/event-store': ['packages/events', 'packages/postgres', 'packages/service-kit/src/async'],
  'packages/read-models': ['packages/contracts', 'packages/events/src/fields', 'packages/postgres'],
  'packages/search': [
    'packages/contracts',
    'packages/events/src/fields',
    'packages/postgres',
    'packages/read-models',
    'packages/service-kit/src/async',
  ],
  'packages/service-kit': ['packages/contracts'],
  'packages/session': [],
  'packages/testing': [],
  'services/command': [
    'packages/contracts',
    'packages/event-store',
    'packages/events',
    'packages/postgres',
    'packages/service-kit',
    'packages/session',
    'packages/vault',
  ],
  'services/query': [
    'packages/contracts',
    'packages/events/src/fields',
    'packages/postgres',
    'packages/read-models',
    'packages/search',
    'packages/service-kit',
    'packages/session',
  ],
  'services/worker': [
    'packages/contracts',
    'packages/event-store',
    'packages/events',
    'packages/postgres',
    'packages/read-models',
    'packages/search',
    'packages/service-kit',
    'packages/vault',
  ],
  web: ['packages/contracts', 'packages/service-kit'],
};

/** The npm packages of the two that everybody may import: they run in browsers and in pure code. */
export const leaves: Readonly<Record<string, { npm: readonly string[]; node: readonly string[] }>> = {
  'packages/contracts': { npm: ['diff', 'typebox'], node: [] },
  'packages/events': { npm: ['typebox'], node: ['crypto'] },
};
