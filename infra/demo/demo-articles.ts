import { readdirSync, readFileSync } from 'node:fs';
import type { ArticleFields } from '@journal/contracts';

const folder = new URL('../../content/demo-issue/', import.meta.url);

/** The first issue, in order of publication: the last article is the newest. */
export const demoArticles: readonly ArticleFields[] = readdirSync(folder)
  .filter((name) => name.endsWith('.md'))
  .sort()
  .map((name) => parseArticle(readFileSync(new URL(name, folder), 'utf8')));

/** Reads Markdown with front matter; each field's value is JSON, which is YAML as well. */
function parseArticle(text: string): ArticleFields {
  const [, frontMatter = '', content = ''] = /^---\n(.*?)\n---\n\n(.*)$/s.exec(text) ?? [];
  const fields = frontMatter.split('\n').map((line) => {
    const colon = line.indexOf(':');
    return [line.slice(0, colon), JSON.parse(line.slice(colon + 1))];
  });
  return { ...Object.fromEntries(fields), content: content.trimEnd() };
}
