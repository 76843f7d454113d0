import type { IForbiddenRuleType } from 'dependency-cruiser';

const words = (text: string) => text.split(' ').filter(Boolean);
const fieldsOfEvents = ['packages/events/src/fields'];
/** Folders of the read models that the command side shares with the readers. */
const besideReadModels = ['checkpoint', 'drafts', 'session-ends', 'suppressions'].map(
  (folder) => `packages/read-models/src/${folder}`,
);
const asyncOfKit = ['packages/service-kit/src/async'];

/**
 * Our packages, or folders of one, that each package may import. A package that is not listed may import none of ours.
 */
export const layers: Readonly<Record<string, readonly string[]>> = {
  'packages/contracts': fieldsOfEvents,
  'packages/events': [],
  'packages/issue-mail': ['packages/contracts'],
  'packages/mail-check': [],
  'packages/postgres': asyncOfKit,
  'packages/vault': ['packages/events', 'packages/postgres'],
  'packages/event-store': ['packages/events', 'packages/postgres', ...asyncOfKit],
  'packages/read-models': ['packages/contracts', 'packages/postgres', ...fieldsOfEvents],
  'packages/search': [
    'packages/contracts',
    'packages/postgres',
    'packages/read-models',
    ...fieldsOfEvents,
    ...asyncOfKit,
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
    ...besideReadModels,
  ],
  'services/query': [
    'packages/contracts',
    'packages/issue-mail',
    'packages/postgres',
    'packages/read-models',
    'packages/search',
    'packages/service-kit',
    'packages/session',
    ...fieldsOfEvents,
  ],
  'services/worker': [
    'packages/contracts',
    'packages/event-store',
    'packages/events',
    'packages/issue-mail',
    'packages/mail-check',
    'packages/postgres',
    'packages/read-models',
    'packages/search',
    'packages/service-kit',
    'packages/vault',
  ],
  web: ['packages/contracts', 'packages/service-kit'],
};

/** What the two packages that everybody may import, including browsers, may use of npm and of Node. */
const leaves = {
  'packages/contracts': { npm: 'diff typebox', node: '' },
  'packages/events': { npm: 'typebox', node: 'crypto' },
};

/** Not anchored at the start of a path, because a module may be named from another folder. */
const below = (folder: string) => `(?:^|/)${folder}/`;
const anyOfOurs = '(?:^|/)(?:packages/[^/]+|services/[^/]+|web|infra|tools|bench)/(?!node_modules/)';
const specs = [
  '\\.spec\\.tsx?$',
  '/contract/',
  '/fixtures/',
  '/src/testing/',
  '/search/src/quality/',
  '/e2e/',
  '/stand-in/',
  '/(?:start-kurrentdb|start-meilisearch|fake-meilisearch)\\.ts$',
];
const testDoubles =
  '(?:^|/)packages/(?:event-store|search)/src/(?:contract/|memory/|[a-z]+/(?:stand-in/|fake-))';
const searchQuality = '(?:^|/)packages/search/src/quality/';
const fields = '(?:^|/)packages/events/src/(?:fields/|.*\\.fields\\.ts$|catalogue/event-descriptions\\.ts$)';
const domain = '(?:^|/)services/command/src/(?:decider|.*\\.(?:decider|state))\\.ts$';

const onlyItsLayers: IForbiddenRuleType[] = Object.entries(layers).map(([name, allowed]) => ({
  name: `layers-of-${name.replace('/', '-')}`,
  comment: `${name} may import ${allowed.length > 0 ? allowed.join(', ') : 'nothing of ours'}`,
  from: { path: below(name), pathNot: specs },
  to: { path: anyOfOurs, pathNot: [below(name), ...allowed.map(below)] },
}));

const onlyItsNpmPackages: IForbiddenRuleType[] = Object.entries(leaves).flatMap(([name, { npm, node }]) => [
  {
    name: `npm-of-${name.replace('/', '-')}`,
    comment: `${name} may use ${npm} of npm`,
    from: { path: below(`${name}/src`), pathNot: specs },
    to: { path: 'node_modules/', pathNot: words(npm).map((one) => `node_modules/${one}/`) },
  },
  {
    name: `node-of-${name.replace('/', '-')}`,
    comment: `${name} may use ${node || 'nothing'} of Node`,
    from: { path: below(`${name}/src`), pathNot: specs },
    to: { dependencyTypes: ['core'], pathNot: words(node).map((one) => `^${one}$`) },
  },
]);

export const rules: IForbiddenRuleType[] = [
  ...onlyItsLayers,
  ...onlyItsNpmPackages,
  {
    // Specs may import another package's test doubles, but nothing that wires or displays the system.
    name: 'specs-keep-to-the-layers',
    comment: 'a spec of a package or service imports neither infra, tools, bench nor web',
    from: { path: '(?:^|/)(?:packages|services)/.*\\.spec\\.tsx?$' },
    to: { path: '(?:^|/)(?:infra|tools|bench|web)/(?!node_modules/)' },
  },
  {
    name: 'domain-is-pure',
    comment: 'deciders and states know events alone: no contract, no Node module, no engine and no handler',
    from: { path: domain, pathNot: specs },
    to: { pathNot: [domain, below('packages/events'), 'node_modules/typebox/'] },
  },
  {
    name: 'projections-write-by-steps',
    comment:
      'a projection has no database of its own: what it writes goes by the step that the engine hands out',
    from: {
      path: '(?:^|/)services/worker/src/projections/(?!search/|ledger/verify-log)',
      pathNot: specs,
    },
    to: {
      path: ['node_modules/pg/', below('packages/postgres'), '(?:^|/)services/worker/src/engine/checkpoint'],
      dependencyTypesNot: ['type-only'],
    },
  },
  {
    name: 'fields-run-in-browsers',
    comment: 'what the contract takes from events knows neither the codec nor a Node module',
    from: { path: fields, pathNot: specs },
    to: { pathNot: [fields, 'node_modules/typebox/'] },
  },
  {
    name: 'test-doubles-stay-in-specs',
    comment: 'logs in memory, stand-ins and contract suites are for specs',
    from: { pathNot: [...specs, testDoubles] },
    to: { path: testDoubles },
  },
  {
    name: 'search-quality-stays-in-specs-and-benches',
    comment: 'made-up articles and the queries that judge the search are for specs and benches',
    from: { pathNot: [...specs, searchQuality, '(?:^|/)bench/'] },
    to: { path: searchQuality },
  },
  {
    name: 'through-the-door',
    comment: 'another package is imported by its name',
    from: { path: '(?:^|/)(packages|services)/([^/]+)/' },
    to: {
      path: '(?:^|/)(?:packages|services)/[^/]+/',
      pathNot: '(?:^|/)$1/$2/',
      dependencyTypes: ['local'],
    },
  },
  {
    name: 'no-circles',
    comment: 'modules that need each other are one module',
    from: {},
    to: { circular: true },
  },
  {
    name: 'everything-resolves',
    comment: 'an import that leads nowhere hides what it would have broken',
    from: {},
    to: { couldNotResolve: true },
  },
];
