import { schemaOf } from '@journal/read-models';
import { expect, it } from 'vitest';
import { openSearchEngine, openSearchIndex } from './open-search.ts';

const pool = { query: () => Promise.reject(new Error('Nothing is asked here')) } as never;

it.each([
  [undefined, 'search_v1'],
  ['http://127.0.0.1:7700', 'meili_search_v1'],
])(
  'both sides of %s are on one engine, and nothing is asked before it is used',
  async (searchUrl, schema) => {
    const [index, engine] = [openSearchIndex({ searchUrl }), openSearchEngine({ searchUrl, pool })];
    expect([schemaOf(index.model), schemaOf(engine.model)]).toEqual([schema, schema]);
    await Promise.all([index.close(), engine.close()]);
  },
);
