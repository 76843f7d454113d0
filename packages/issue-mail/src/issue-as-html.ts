import { escapeHtml } from '@journal/contracts';
import { footer } from './issue-as-text.ts';
import { bylineOf, type IssueContents } from './issue-contents.ts';
import type { IssueLinks } from './issue-links.ts';
import { inkColour, nightStyles, quietColour, sans, serif } from './mail-style.ts';

const styles = `
  :root { color-scheme: light dark; }
  @media (prefers-color-scheme: dark) {${nightStyles}
  }`;

/** Returns the mail as HTML for narrow and wide windows, in light and dark mode. It loads nothing but the cover. */
export function issueAsHtml(contents: IssueContents, journalName: string, links: IssueLinks): string {
  const { name, label, letter, isLetterCut, lead, list, more } = contents;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(`${journalName}: ${name}`)}</title>
<style>${styles}</style>
</head>
<body class="page" style="margin:0;padding:0;background:#f5f3ef">
<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" style="background:#f5f3ef">
<tr><td align="center" style="padding:24px 12px 32px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:600px">
<tr><td style="padding:0 4px 16px">
<p class="ink" dir="auto" style="margin:0;font:700 22px/1.3 ${serif};color:${inkColour}">${link(links.home, journalName)}</p>
<p class="quiet" style="${quiet}">${escapeHtml(label)} · <a href="${escapeHtml(links.issue)}" style="color:inherit">Read it in the browser</a></p>
</td></tr>
<tr><td class="card" style="padding:24px 20px;background:#ffffff;border:1px solid #e2ded6;border-radius:8px">
<p class="ink" style="margin:0;font:17px/1.6 ${serif};color:${inkColour}"><a href="${escapeHtml(links.issue)}" style="color:inherit">${cover(links.cover, name)}</a></p>
<h1 class="ink" dir="auto" style="margin:20px 0 16px;font:700 28px/1.25 ${serif};color:${inkColour}">${link(links.issue, name)}</h1>
${letter.map(paragraph).join('\n')}
${isLetterCut ? readOn(links.issue, 'Read on') : ''}
${lead ? piece(lead, links, { isLead: true, excerpts: true }) : ''}
${list.map((each) => piece(each, links, { isLead: false, excerpts: contents.excerpts })).join('\n')}
${more > 0 ? readOn(links.issue, `${more} more in the issue`) : ''}
${rule}
<h2 class="ink" style="margin:0 0 8px;font:700 20px/1.3 ${serif};color:${inkColour}">Write for us</h2>
${paragraph('Is there something you want to say? We read every pitch.')}
<p style="margin:0"><a class="button" href="${escapeHtml(links.pitch)}" style="display:inline-block;padding:12px 20px;background:${inkColour};border-radius:6px;font:600 16px/1.2 ${sans};color:#ffffff;text-decoration:none">Pitch a piece</a></p>
</td></tr>
<tr><td style="padding:16px 4px 0">
<p class="quiet" style="${quiet}">${escapeHtml(footer(journalName))} <a href="${escapeHtml(links.unsubscribe)}" style="color:inherit">Unsubscribe</a></p>
</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`;
}

const quiet = `margin:4px 0 0;font:14px/1.5 ${sans};color:${quietColour}`;
const rule = '<hr class="rule" style="margin:24px 0;border:0;border-top:1px solid #e2ded6">';

/** Returns a link in the colour of its surrounding text. */
const link = (address: string, text: string) =>
  `<a href="${escapeHtml(address)}" style="color:inherit;text-decoration:none">${escapeHtml(text)}</a>`;

function cover(address: string | null, name: string): string {
  const words = escapeHtml(`The cover of “${name}”`);
  return address === null
    ? words
    : `<img src="${escapeHtml(address)}" alt="${words}" width="558" style="display:block;width:100%;max-width:558px;height:auto;border:0;border-radius:4px">`;
}

const paragraph = (text: string) =>
  `<p class="ink" dir="auto" style="margin:0 0 16px;font:17px/1.6 ${serif};color:${inkColour}">${escapeHtml(text).replaceAll(/\r?\n/g, '<br>')}</p>`;

const readOn = (address: string, text: string) =>
  `<p class="ink" style="margin:0 0 16px;font:600 16px/1.5 ${sans};color:${inkColour}"><a href="${escapeHtml(address)}" style="color:inherit">${escapeHtml(text)}</a></p>`;

function piece(
  { heading, article }: IssueContents['list'][number],
  links: IssueLinks,
  { isLead, excerpts }: { readonly isLead: boolean; readonly excerpts: boolean },
): string {
  const title = `margin:0 0 4px;font:700 ${isLead ? '24px/1.3' : '19px/1.35'} ${serif};color:${inkColour}`;
  return `${rule}
${heading === null ? '' : `<p class="quiet" dir="auto" style="margin:0 0 12px;font:600 14px/1.4 ${sans};color:${quietColour}">${escapeHtml(heading)}</p>`}
<h2 class="ink" dir="auto" style="${title}">${link(links.articleOf(article.id), article.title)}</h2>
<p class="quiet" dir="auto" style="margin:0 0 8px;font:14px/1.5 ${sans};color:${quietColour}">${escapeHtml(bylineOf(article))}</p>
${excerpts ? paragraph(article.excerpt) : ''}
${isLead ? readOn(links.articleOf(article.id), 'Read it') : ''}`;
}
