import { escapeHtml } from '../../head/html.ts';

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this looks for
const notXml = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

/** Text as XML 1.0 can hold it: what can't stand in a document at all is left out. */
export function xmlText(text: string): string {
  return text.toWellFormed().replace(notXml, '');
}

/** Plain text as HTML that shows the same text. */
export function textToHtml(text: string): string {
  return escapeHtml(xmlText(text));
}

/** An article's content as HTML: a paragraph between blank lines, a break at each single line's end. */
export function contentToHtml(content: string): string {
  return content
    .split(/\r?\n(?:[\t ]*\r?\n)+/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== '')
    .map((paragraph) => `<p>${textToHtml(paragraph).replaceAll(/\r?\n/g, '<br>')}</p>`)
    .join('\n');
}
