import { readRebuilds } from '@journal/read-models';
import { createEmbeddedIndex, searchModel } from '@journal/search';
import { until } from '@journal/testing';
import fastify from 'fastify';
import { expect } from 'vitest';
import type { ProjectionRunnerOptions } from '../engine/projection-runner.ts';
import { articlesProjection } from '../projections/articles/articles.projection.ts';
import {
  createSearchProjection,
  type SearchProjectionParts,
} from '../projections/search/search.projection.ts';
import { projectionTest } from './projection-test.ts';

type SearchOptions = Partial<ProjectionRunnerOptions> &
  Pick<Partial<SearchProjectionParts>, 'timeout' | 'database'>;

/** A test with the search and the articles that it follows, each in its own schema. */
export const searchTest = projectionTest
  .extend('index', ({ model }) => createEmbeddedIndex({ pool: model.pool, schema: model.schema }))
  .extend('search', ({ model, index }) => {
    const articlesSchema = `${model.schema}_articles`;
    const startArticles = () => model.start(articlesProjection, { schema: articlesSchema });
    function startSearch({ timeout = 10_000, database = model.pool, ...options }: SearchOptions = {}) {
      const { log } = fastify({ logger: { level: 'silent' } });
      const parts = { index, model: searchModel, database, articlesSchema, timeout, log };
      return model.start(createSearchProjection(parts), { tickInterval: 50, ...options });
    }
    /** Resolves with the titles of the indexed articles, ordered by ID. */
    async function titles() {
      const { rows } = await model.pool.query<{ title: string }>(
        `select title from ${model.schema}.document where words is not null order by id`,
      );
      return rows.map(({ title }) => title);
    }
    return {
      articlesSchema,
      startArticles,
      start: startSearch,
      startBoth(options?: SearchOptions) {
        startArticles();
        return startSearch(options);
      },
      titles,
      untilFound: (...expected: string[]) => until(async () => expect(await titles()).toEqual(expected)),
      rebuilds: () => readRebuilds(model.pool, model.schema),
    };
  });
