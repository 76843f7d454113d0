import { expect, test } from '../test.ts';

test('headings of forms do not break within words on narrow screens with large text', async ({
  page,
  site,
}) => {
  for (const path of ['/login', '/signup', '/profile', '/contact', '/confirm-email?token=x']) {
    await page.goto(site.url + path);
    for (const [width, fontSize] of [
      [320, '200%'],
      [360, '200%'],
      [320, '100%'],
    ] as const) {
      await page.setViewportSize({ width, height: 740 });
      const broken = await page.evaluate((size) => {
        document.documentElement.style.fontSize = size;
        const range = document.createRange();
        return [...document.querySelectorAll('main :is(h1, h2)')].flatMap((heading) => {
          const texts = document.createTreeWalker(heading, NodeFilter.SHOW_TEXT);
          const found: string[] = [];
          for (let text = texts.nextNode() as Text | null; text; text = texts.nextNode() as Text | null)
            for (const { 0: word, index } of text.data.matchAll(/\S+/g)) {
              range.setStart(text, index);
              range.setEnd(text, index + word.length);
              if (new Set([...range.getClientRects()].map(({ top }) => top)).size > 1) found.push(word);
            }
          return found;
        });
      }, fontSize);
      expect.soft(broken, `${path}, ${width} px, ${fontSize}`).toEqual([]);
    }
  }
});
