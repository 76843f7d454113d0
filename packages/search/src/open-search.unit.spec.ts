import { schemaOf } from '@journal/read-models';
import { expect, it } from 'vitest';
import { openSearchEngine, openSearchIndex, searchModelOf } from './open-search.ts';

const pool = { query: () => Promise.reject(new Error('Nothing is asked here')) } as never;

it.each([
  [undefined, 'search_v1'],
  ['http://127.0.0.1:7700', 'meili_search_v1'],
])(
  'the search URL %s selects the engine, which makes no request before it is used',
  async (searchUrl, schema) => {
    expect(schemaOf(searchModelOf({ searchUrl }))).toBe(schema);
    const [index, engine] = [openSearchIndex({ searchUrl, pool }), openSearchEngine({ searchUrl, pool })];
    await Promise.all([index.close(), engine.close()]);
  },
);
