import { createPool } from '@journal/postgres';
import { schemaOf } from '@journal/read-models';
import { openSearchEngine, type SearchEngine } from '@journal/search';
import { createArticlesStore } from '../article/articles.store.ts';
import type { Resource } from '../resource.ts';
import { registerSearchMetrics } from './search.metrics.ts';
import { registerSearch } from './search.routes.ts';

/** Returns the search as a resource, with `given` in place of the engine that the configuration names. */
export const searchRoutes =
  (given?: SearchEngine): Resource =>
  async (app, { config, tracker, metrics, articlesModel, schemas }) => {
    // Apart from the others, so that a search that is slow takes no connection from who reads a page.
    const pool = createPool(config.DATABASE_URL, {
      applicationName: 'journal query search',
      max: 4,
      queryTimeout: 2_000,
      onIdleError: (error) => app.log.warn({ err: error }, 'database connection of the search lost'),
    });
    const engine =
      given ?? openSearchEngine({ searchUrl: config.SEARCH_URL, searchKey: config.SEARCH_KEY, pool });
    const searchSide = tracker.model(schemaOf(engine.model));
    searchSide.onStale(() => engine.indexChanged());
    registerSearch(app, {
      engine,
      searchSide,
      articles: createArticlesStore(pool, schemas.articles),
      figures: registerSearchMetrics(metrics, articlesModel, searchSide),
    });
    app.addHook('onReady', async () => engine.start());
    app.addHook('onClose', async () => {
      await engine.close();
      await pool.end();
    });
  };
