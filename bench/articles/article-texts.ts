import { demoArticles } from '../../infra/demo/demo-articles.ts';

/** Texts of about 600 words, put together from the paragraphs of the demo issue; the same for the same seed. */
export function createArticleTexts(seed = 1) {
  const paragraphs = demoArticles.flatMap((article) => article.content.split('\n\n'));
  let state = seed;
  const below = (bound: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * bound);
  };
  const wordsIn = (text: string) => text.split(/\s+/).length;

  function text(): string {
    const chosen: string[] = [];
    for (let words = 0; words < 600; ) {
      const paragraph = paragraphs[below(paragraphs.length)] ?? '';
      chosen.push(paragraph);
      words += wordsIn(paragraph);
    }
    return chosen.join('\n\n');
  }

  return { text, below };
}
