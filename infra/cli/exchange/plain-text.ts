import { paragraphs } from '@journal/contracts';
import { Parser } from 'htmlparser2';
import { marked } from 'marked';

export type PlainText = {
  /** Paragraphs, with a blank line between them. */
  readonly text: string;
  /** What is lost, such as "2 pictures". */
  readonly lost: readonly string[];
};

export const blocks: ReadonlySet<string> = new Set(
  'address article aside blockquote dd div dl dt figcaption figure footer h1 h2 h3 h4 h5 h6 header hr li main nav ol p pre section table td th tr ul'.split(
    ' ',
  ),
);
const silent = new Set(['script', 'style', 'template', 'title', 'noscript']);
const kinds: Readonly<Record<string, readonly [string, string]>> = {
  img: ['picture', 'pictures'],
  iframe: ['embedded page', 'embedded pages'],
  video: ['video', 'videos'],
  audio: ['recording', 'recordings'],
  table: ['table (cells one below another)', 'tables (cells one below another)'],
};

/**
 * Returns the text of HTML, as far as plain text can represent it: links with their addresses, list items with dashes.
 */
export function textOfHtml(html: string): PlainText {
  const paragraphs: string[] = [];
  const counts = new Map<string, number>();
  let line = '';
  let silence = 0;
  let preformatted = 0;
  const links: { readonly href: string; readonly from: number }[] = [];
  const end = () => {
    const text = line
      .split('\n')
      .map((one) => one.trim())
      .join('\n')
      .trim()
      .replace(/\n{2,}/g, '\n');
    if (text !== '' && text !== '-') paragraphs.push(text);
    line = '';
  };
  const parser = new Parser({
    onopentag(name, { href = '' }) {
      if (silent.has(name)) silence++;
      if (name in kinds) counts.set(name, (counts.get(name) ?? 0) + 1);
      if (name === 'pre') preformatted++;
      if (name === 'br') line += '\n';
      else if (blocks.has(name) && !(name === 'p' && line === '- ')) end();
      if (name === 'li') line = '- ';
      if (name === 'a') links.push({ href, from: line.length });
    },
    ontext(text) {
      if (silence > 0) return;
      line += preformatted > 0 ? text : text.replace(/[ \t\r\n\f]+/g, ' ');
    },
    onclosetag(name) {
      if (silent.has(name)) silence--;
      if (name === 'pre') preformatted--;
      if (name === 'a') {
        const { href = '', from = 0 } = links.pop() ?? {};
        const said = line.slice(from).trim();
        if (/^https?:/.test(href) && said !== '' && !href.includes(said))
          line = `${line.trimEnd()} (${href})`;
      }
      if (blocks.has(name)) end();
    },
  });
  parser.end(html);
  end();
  const lost = [...counts].map(([name, count]) => {
    const [one = name, many = name] = kinds[name] ?? [];
    return `${count} ${count === 1 ? one : many}`;
  });
  return { text: paragraphs.join('\n\n'), lost };
}

/** Returns the text of Markdown, as `textOfHtml` does for HTML. */
export const textOfMarkdown = (markdown: string): PlainText =>
  textOfHtml(marked.parse(markdown, { async: false }));

/** Returns Markdown that renders a text unchanged; `textOfMarkdown` returns the original. */
export const markdownOf = (text: string): string =>
  paragraphs(text)
    .map((paragraph) => paragraph.split('\n').map(escapeLine).join('\\\n'))
    .join('\n\n');

const escapeLine = (line: string) =>
  line
    .trim()
    .replace(/[\\`*_[\]<>&#~|]/g, '\\$&')
    // Otherwise an address would become a link, in which backslashes are part of it.
    .replace(/(?:https?|ftp)(?=:\/\/)|www(?=\.)/gi, '$&\\')
    // Otherwise the line would begin a list, a rule, a heading or the columns of a table.
    .replace(/^(?=[-+=:])/, '\\')
    .replace(/^(\d+)(?=[.)])/, '$1\\');
