import { createPool } from '@journal/postgres';
import { schemaOf } from '@journal/read-models';
import { openSearchEngine, type SearchEngine, searchModelOf } from '@journal/search';
import { createArticlesStore } from '../article/articles.store.ts';
import type { Resource } from '../resource.ts';
import { registerSearchMetrics } from './search.monitor.ts';
import { registerSearch, searchDeadline } from './search.routes.ts';

/** Returns the search as a resource, with `given` in place of the engine that the configuration names. */
export const searchRoutes =
  (given?: SearchEngine): Resource =>
  async (app, { config, tracker, metrics, articlesModel }) => {
    // Apart from the others, so that a search that is slow takes no connection from who reads a page.
    const pool = createPool(config.DATABASE_URL, {
      applicationName: 'journal query search',
      max: 4,
      // A connection that has gone silent is given up when nobody waits for it any more.
      queryTimeout: searchDeadline,
      onIdleError: (error) => app.log.warn({ err: error }, 'database connection of the search lost'),
    });
    const search = { searchUrl: config.SEARCH_URL, searchKey: config.SEARCH_KEY, pool };
    const engine = given ?? openSearchEngine(search);
    const searchModel = tracker.model(schemaOf(searchModelOf(search)));
    registerSearch(app, {
      engine,
      searchModel,
      articles: createArticlesStore(pool),
      figures: registerSearchMetrics(metrics, articlesModel, searchModel),
    });
    app.addHook('onReady', async () => engine.start());
    app.addHook('onClose', async () => {
      await engine.close();
      await pool.end();
    });
  };
