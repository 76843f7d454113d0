import { looks, watchPolicy } from './policy.ts';
import { test } from './target-site.ts';

test.use(looks.arabic);

// The policy does not depend on the language; `layout.site` opens the pages in another one as well.
test('every page hydrates within the Content Security Policy', async ({ page, site }) => {
  // A busy system may respond later than a page waits: the browser then reads the data itself, and logs it.
  const policy = await watchPolicy(page, site, (fault) => fault.includes('React error #419'));
  for (const [name, path] of Object.entries(site.pages)) {
    await policy.open(name, path);
    await policy.expectKept(name);
  }
  await policy.end(true);
});
