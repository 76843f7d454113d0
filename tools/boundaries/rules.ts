import type { IForbiddenRuleType } from 'dependency-cruiser';
import { layers, leaves } from './layers.ts';

/** Not tied to the beginning of a path, because a module may be named from another folder. */
const below = (folder: string) => `(?:^|/)${folder}/`;
const anyOfOurs = '(?:^|/)(?:packages/[^/]+|services/[^/]+|web|infra|tools|bench)/(?!node_modules/)';
const specs = [
  '\\.spec\\.tsx?$',
  '/contract/',
  '/fixtures/',
  '/src/testing/',
  '/e2e/',
  '/stand-in/',
  '/(?:start-kurrentdb|start-meilisearch|fake-meilisearch)\\.ts$',
];
const testDoubles =
  '(?:^|/)packages/(?:event-store|search)/src/(?:contract/|memory/|[a-z]+/(?:stand-in/|fake-))';
const searchQuality = '(?:^|/)packages/search/src/quality/';
const fields = '(?:^|/)packages/events/src/(?:fields/|.*\\.fields\\.ts$|catalogue/event-words\\.ts$)';
const domain = '(?:^|/)services/command/src/(?:decider|.*\\.(?:decider|state))\\.ts$';

const onlyItsLayers: IForbiddenRuleType[] = Object.entries(layers).map(([name, allowed]) => ({
  name: `layers-of-${name.replace('/', '-')}`,
  comment: `${name} may import ${allowed.length > 0 ? allowed.join(', ') : 'nothing of ours'}`,
  severity: 'error',
  from: { path: below(name), pathNot: specs },
  to: { path: anyOfOurs, pathNot: [below(name), ...allowed.map(below)] },
}));

/** Specs may reach for another package's test doubles, not for what wires or shows the system. */
const specsOnlyTheirLayers: IForbiddenRuleType[] = [
  {
    name: 'specs-keep-to-the-layers',
    comment: 'a spec of a package or service imports neither infra, tools, bench nor web',
    severity: 'error',
    from: { path: '(?:^|/)(?:packages|services)/.*\\.spec\\.tsx?$' },
    to: { path: '(?:^|/)(?:infra|tools|bench|web)/(?!node_modules/)' },
  },
];

const onlyItsNpmPackages: IForbiddenRuleType[] = Object.entries(leaves).flatMap(([name, { npm, node }]) => [
  {
    name: `npm-of-${name.replace('/', '-')}`,
    comment: `${name} may use ${npm.join(', ')} of npm`,
    severity: 'error' as const,
    from: { path: below(`${name}/src`), pathNot: specs },
    to: {
      path: 'node_modules/',
      pathNot: npm.map((one) => `node_modules/${one}/`),
    },
  },
  {
    name: `node-of-${name.replace('/', '-')}`,
    comment: `${name} may use ${node.length > 0 ? node.join(', ') : 'nothing'} of Node`,
    severity: 'error' as const,
    from: { path: below(`${name}/src`), pathNot: specs },
    to: { dependencyTypes: ['core'], pathNot: node.map((one) => `^${one}$`) },
  },
]);

const others: IForbiddenRuleType[] = [
  {
    name: 'domain-is-pure',
    comment: 'deciders and states know events alone: no contract, no Node module, no engine and no handler',
    severity: 'error',
    from: { path: domain, pathNot: specs },
    to: { pathNot: [domain, below('packages/events'), 'node_modules/typebox/'] },
  },
  {
    name: 'projections-write-by-steps',
    comment:
      'a projection has no database of its own: what it writes goes by the step that the engine hands out',
    severity: 'error',
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
    severity: 'error',
    from: { path: fields, pathNot: specs },
    to: { pathNot: [fields, 'node_modules/typebox/'] },
  },
  {
    name: 'test-doubles-stay-in-specs',
    comment: 'logs in memory, stand-ins and contract suites are for specs',
    severity: 'error',
    from: { pathNot: [...specs, testDoubles] },
    to: { path: testDoubles },
  },
  {
    name: 'search-quality-stays-in-specs-and-benches',
    comment: 'made-up articles and the queries that judge the search are for specs and benches',
    severity: 'error',
    from: { pathNot: [...specs, searchQuality, '(?:^|/)bench/'] },
    to: { path: searchQuality },
  },
  {
    name: 'through-the-door',
    comment: 'another package is imported by its name',
    severity: 'error',
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
    severity: 'error',
    from: {},
    to: { circular: true },
  },
  {
    name: 'everything-resolves',
    comment: 'an import that leads nowhere hides what it would have broken',
    severity: 'error',
    from: {},
    to: { couldNotResolve: true },
  },
];

export const rules: IForbiddenRuleType[] = [
  ...onlyItsLayers,
  ...specsOnlyTheirLayers,
  ...onlyItsNpmPackages,
  ...others,
];
