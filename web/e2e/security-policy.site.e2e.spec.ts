import { looks, watchPolicy } from './policy.ts';
import { test } from './target-site.ts';

test.use(looks.arabic);

// The policy does not depend on the language; `layout.site` visits the pages in another one, too.
test('every page hydrates within the policy, wherever its reader is', async ({ page, site }) => {
  // A busy system may respond after the page's time limit: the browser then reads the data itself, and logs that.
  const policy = await watchPolicy(page, site, (fault) => fault.includes('React error #419'));
  for (const [name, path] of Object.entries(site.pages)) {
    await policy.open(name, path);
    await policy.expectKept(name);
  }
  await policy.end(true);
});
