import { looks, watchPolicy } from './policy.ts';
import { test } from './target-site.ts';

test.use(looks.arabic);

// How parts are joined has nothing to do with languages; `layout.site` walks through the pages in another one, too.
test('every page hydrates within the policy, wherever its reader is', async ({ page, site }) => {
  // A busy system may answer later than a page waits: the browser then reads it by itself, and says so.
  const policy = await watchPolicy(page, site, (fault) => fault.includes('React error #419'));
  for (const [name, path] of Object.entries(site.pages)) {
    await policy.open(name, path);
    await policy.expectKept(name);
  }
  await policy.end(true);
});
