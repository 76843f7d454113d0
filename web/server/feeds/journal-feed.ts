import { type Article, escapeHtml, type IssueCard, paragraphs, type Section } from '@journal/contracts';
import { Feed } from 'feed';
import { issueName } from '../../features/issue/issue-names.ts';
import { sectionNames } from '../../features/section/section-marks.ts';
import { sectionTexts } from '../../features/section/sections.ts';
import { coverFile, type Site } from '../../head/head-tags.ts';

// Atom requires a date. An empty feed's is constant, so that all processes write the same bytes.
const beginning = new Date('2026-01-05');

export const feedFormats = {
  rss: { file: 'feed.xml', mediaType: 'application/rss+xml' },
  atom: { file: 'atom.xml', mediaType: 'application/atom+xml' },
} as const;

type FeedOptions = { format: keyof typeof feedFormats; site: Site };

type Begun = FeedOptions & {
  path: string;
  name?: string;
  description: string;
};

/** Returns a feed without entries for the page at `path`. */
function beginFeed({ format, site, path, name, description }: Begun): Feed {
  return new Feed({
    id: `${site.url}${path || '/'}`,
    title: xmlText(name === undefined ? site.name : `${name} · ${site.name}`),
    description,
    link: `${site.url}${path || '/'}`,
    feed: `${site.url}${path}/${feedFormats[format].file}`,
    language: 'en-GB',
    generator: false,
  });
}

/** The feed's date is that of its newest entry, which need not be the first: imported articles keep their dates. */
function written(feed: Feed, format: FeedOptions['format']): string {
  const dates = feed.items.map(({ date }) => date.getTime());
  feed.options.updated = dates.length === 0 ? beginning : new Date(Math.max(...dates));
  return format === 'atom' ? feed.atom1() : feed.rss2();
}

/**
 * Returns a feed of the complete articles, in the given order, as RSS 2.0 or Atom. The same articles give the same
 * bytes. An entry's ID is the article's URL.
 */
export function writeFeed(
  articles: readonly Article[],
  { format, site, section }: FeedOptions & { section?: Section | undefined },
): string {
  const of =
    section === undefined
      ? { path: '', description: "Where young voices shape today's conversations." }
      : { path: `/${section}`, name: sectionNames[section], description: sectionTexts[section].description };
  const feed = beginFeed({ format, site, ...of });
  for (const article of articles) {
    const author = byline(article);
    feed.addItem({
      title: textToHtml(article.title),
      link: `${site.url}/article/${article.id}`,
      description: textToHtml(article.excerpt),
      content: contentToHtml(article.content),
      date: new Date(article.createdAt),
      published: new Date(article.createdAt),
      category: [{ name: sectionNames[article.section], term: article.section }],
      // An RSS author must be an e-mail address; a name goes into its own element.
      ...(format === 'atom'
        ? { author: [{ name: author }] }
        : { extensions: [{ name: 'dc:creator', objects: { _text: author } }] }),
    });
  }
  return written(feed, format);
}

/**
 * Returns a feed of the issues, in the given order, with their covers and first pieces. The same issues give the same
 * bytes.
 */
export function writeIssueFeed(issues: readonly IssueCard[], { format, site }: FeedOptions): string {
  const feed = beginFeed({
    format,
    site,
    path: '/issues',
    name: 'Issues',
    description: 'Every issue that has come out.',
  });
  for (const issue of issues) {
    const link = `${site.url}/issues/${issue.number}`;
    const date = new Date(issue.publishedAt ?? beginning);
    const name = issue.title === null ? issueName(issue) : `Issue ${issue.number}: ${issue.title}`;
    feed.addItem({
      title: textToHtml(name),
      link,
      description: textToHtml(issue.contents.map(({ title }) => title).join(' · ')),
      content: `<p><img src="${link}/${coverFile}" width="1200" height="630" alt=""></p>\n${contentsToHtml(site, issue)}`,
      date,
      published: date,
      // Atom requires an author; the writers are named by the individual pieces.
      ...(format === 'atom' ? { author: [{ name: xmlText(site.name) }] } : {}),
    });
  }
  return written(feed, format);
}

function contentsToHtml(site: Site, { contents, pieces }: IssueCard): string {
  const items = contents.map(
    ({ articleId, title }) => `<li><a href="${site.url}/article/${articleId}">${textToHtml(title)}</a></li>`,
  );
  const further = pieces - contents.length;
  return `<ol>${items.join('')}</ol>${further > 0 ? `<p>And ${further} more.</p>` : ''}`;
}

function byline({ authorName, authorAge }: Article): string {
  return xmlText(authorAge === null ? authorName : `${authorName}, ${authorAge}`);
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this looks for
const notXml = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

/** Returns the text without the characters that XML 1.0 does not allow. */
export function xmlText(text: string): string {
  return text.toWellFormed().replace(notXml, '');
}

/** Converts plain text to HTML that displays the same text. */
function textToHtml(text: string): string {
  return escapeHtml(xmlText(text));
}

/** Converts an article's content to HTML: paragraphs at blank lines, `<br>` at single line breaks. */
export function contentToHtml(content: string): string {
  return paragraphs(content)
    .map((paragraph) => `<p>${textToHtml(paragraph).replaceAll(/\r?\n/g, '<br>')}</p>`)
    .join('\n');
}
