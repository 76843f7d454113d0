import { XMLParser } from 'fast-xml-parser';
import type { ForeignPiece, Source } from './piece.ts';
import { blocks, textOfHtml } from './plain-text.ts';

type Item = Readonly<Record<string, unknown>>;

const lists = new Set(['item', 'category', 'wp:author', 'wp:comment', 'wp:postmeta']);
const text = (value: unknown): string => {
  const said = typeof value === 'object' && value !== null ? (value as Item)['#text'] : value;
  return said === undefined || said === null ? '' : String(said).trim();
};

/** Returns the posts of a WordPress export (WXR), or undefined if the file isn't one. */
export function wordpressSource(xml: string): Source | undefined {
  const parser = new XMLParser({
    ignoreAttributes: false,
    parseTagValue: false,
    isArray: (name) => lists.has(name),
    // Older exports encode titles as feeds do, with &#8217; for an apostrophe.
    htmlEntities: true,
    // Enough for an export of ten thousand posts. Entities that it defines by other entities are not expanded.
    processEntities: { enabled: true, maxTotalExpansions: 10_000_000, maxExpandedLength: 1_000_000_000 },
  });
  let channel: Item;
  try {
    channel = Object(Object(parser.parse(xml)['rss'])['channel']);
  } catch {
    return undefined;
  }
  if (text(channel['wp:wxr_version']) === '') return undefined;
  const authors = (channel['wp:author'] ?? []) as readonly Item[];
  const names = new Map(
    authors.map((one) => [text(one['wp:author_login']), line(one['wp:author_display_name'])]),
  );
  // The site is the whole network, if the blog is one of several; each of these numbers its posts from 1.
  const places = ['wp:base_blog_url', 'wp:base_site_url', 'link'].map((name) => text(channel[name]));
  const site = places.find((place) => place !== '') ?? '';
  const pieces: ForeignPiece[] = [];
  const leftOut: string[] = [];
  for (const item of (channel['item'] ?? []) as readonly Item[]) {
    const [type, status] = ['wp:post_type', 'wp:status'].map((name) => text(item[name]));
    const title = line(item['title']);
    if (type !== 'post') {
      if (!internalTypes.test(type ?? ''))
        leftOut.push(`${title}: is ${typeNames[type ?? ''] ?? `of the type “${type}”`}`);
    } else if (['trash', 'auto-draft', 'inherit'].includes(status ?? ''))
      leftOut.push(`${title}: was in the trash`);
    else pieces.push(pieceOf(item, site, names));
  }
  return { pieces, leftOut };
}

const typeNames: Readonly<Record<string, string>> = {
  page: 'a page, not a piece',
  attachment: 'a file: pictures are not imported',
};
/** Types of items that are parts of the site and of its texts; plugins add types of their own. */
const internalTypes =
  /^(revision|nav_menu_item|custom_css|customize_changeset|oembed_cache|user_request|wp_\w+|)$/;

/** Returns the text of a title, a name or an excerpt, which WordPress stores as HTML (`&amp;`). */
const line = (value: unknown): string => textOfHtml(text(value)).text.replace(/\s+/g, ' ');

/**
 * A tag, or a block's tag with the space around it. As below, what does not close ends at the next opening, and space
 * is looked at from its beginning only: otherwise a broken text takes time quadratic in its length.
 */
const tags = new RegExp(
  `(?:(?<!\\s)\\s+)?</?(?:${[...blocks].join('|')})\\b[^<>]*>\\s*|<[^<>]*>|\\r?\\n`,
  'gi',
);

/**
 * Returns the HTML that WordPress shows for a text. In the classic editor, which writes no paragraph tags, blank lines
 * separate paragraphs and every line stays one, as in a poem; in the block editor lines have no meaning.
 */
function htmlOf(content: string): string {
  const html = content
    // What the classic editor shows in the place of these is lost, as the elements are.
    .replace(/\[gallery\b([^[\]]*)\]/g, (_gallery, options: string) => {
      const [, ids = ''] = /\bids="([^"]*)"/.exec(options) ?? [];
      return '<img>'.repeat(ids.split(',').length);
    })
    .replace(/\[(video|audio)\b[^[\]]*\]/g, '<$1></$1>')
    .replace(/\[\/?(?:caption|gallery|embed|video|audio)[^[\]]*\]/g, '')
    .replace(/\r?\n\s*\r?\n/g, '<p>');
  return html.includes('<!-- wp:')
    ? html
    : html.replace(tags, (found) => (/^\r?\n$/.test(found) ? '<br>' : found.trim()));
}

function pieceOf(item: Item, site: string, names: ReadonlyMap<string, string>): ForeignPiece {
  const details = (item['wp:postmeta'] ?? []) as readonly Item[];
  const hasPicture = details.some((one) => text(one['wp:meta_key']) === '_thumbnail_id');
  const { text: body, lost } = textOfHtml(
    `${hasPicture ? '<img>' : ''}${htmlOf(text(item['content:encoded']))}`,
  );
  const status = text(item['wp:status']);
  // A draft has no date yet; of a post that was itself imported there, only the local one may be known.
  const dates = ['wp:post_date_gmt', ...(status === 'publish' ? ['wp:post_date'] : [])].map((name) =>
    text(item[name]),
  );
  const date = dates.find((each) => each !== '' && !each.startsWith('0000'));
  const time = date === undefined ? Number.NaN : Date.parse(`${date.replace(' ', 'T')}Z`);
  const comments = ((item['wp:comment'] ?? []) as readonly Item[]).length;
  const isOpen = text(item['wp:post_password']) === '';
  const creator = text(item['dc:creator']);
  return {
    name: text(item['wp:post_name']) || line(item['title']),
    key: `wordpress ${site} ${text(item['wp:post_id'])}`,
    title: line(item['title']),
    text: body,
    excerpt: line(item['excerpt:encoded']) || undefined,
    topics: ((item['category'] ?? []) as readonly Item[]).map(text),
    author: names.get(creator) || creator || undefined,
    publishedAt: Number.isNaN(time) ? undefined : new Date(time).toISOString(),
    isDraft: status !== 'publish' || !isOpen,
    lost: [...lost, ...(comments > 0 ? [`${comments === 1 ? '1 comment' : `${comments} comments`}`] : [])],
    ...(isOpen ? {} : { remarks: ['had a password: imported as a draft'] }),
  };
}
