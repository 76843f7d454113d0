import { escapeHtml, paragraphs, type WholeIssue } from '@journal/contracts';
import { longDate } from '../../features/article/article-format.ts';
import { sectionNames } from '../../features/section/section-marks.ts';
import type { Site } from '../../head/head-tags.ts';
import { xmlText } from '../feeds/journal-feed.ts';

export type EpubSource = {
  readonly issue: WholeIssue;
  /** Title of the book. */
  readonly title: string;
  readonly site: Site;
  /** Time at which the book was made. */
  readonly modified: Date;
};

/** A document of the book. */
export type EpubDocument = {
  readonly id: string;
  readonly href: string;
  readonly text: string;
  readonly properties?: 'nav';
};

type Piece = WholeIssue['pieces'][number];

/** Returns the documents of an issue in reading order: cover, contents, letter, pieces. */
export function documentsOf({ issue, title, site }: EpubSource): EpubDocument[] {
  const { letter, number, date, pieces } = issue;
  const cover = `<section class="cover" epub:type="cover"><img src="cover.png" alt="${escaped(`The drawn cover of ${title}`)}"/></section>`;
  const colophon = `<p>${escaped(`${site.name}, issue ${number}, ${longDate(date)}.`)} <a href="${escaped(`${site.url}/issues/${number}`)}">Online</a>, where the pieces are as they are now.</p>`;
  return [
    document('cover', title, cover),
    { ...document('nav', 'In this issue', `${contents(issue)}${colophon}`), properties: 'nav' },
    ...(letter === null
      ? []
      : [
          document(
            'letter',
            letterTitle,
            `<section epub:type="preface"><h1>${letterTitle}</h1>${textOf(letter)}</section>`,
          ),
        ]),
    ...pieces.map((piece) => document(`piece-${piece.articleId}`, piece.article.title, pieceOf(piece))),
  ];
}

const letterTitle = 'Letter from the editors';

/** The table of contents. Pieces under a heading are nested below it. */
function contents({ letter, pieces }: WholeIssue): string {
  const link = (href: string, text: string) => `<a href="${href}.xhtml" dir="auto">${escaped(text)}</a>`;
  const entries = [`<li>${link('cover', 'Cover')}</li>`];
  if (letter !== null) entries.push(`<li>${link('letter', letterTitle)}</li>`);
  let open: { heading: string; items: string[] } | undefined;
  const close = () => {
    if (open)
      entries.push(
        `<li><span dir="auto">${escaped(open.heading)}</span><ol>${open.items.join('')}</ol></li>`,
      );
    open = undefined;
  };
  for (const { articleId, heading, article } of pieces) {
    if (heading !== null) {
      close();
      open = { heading, items: [] };
    }
    (open?.items ?? entries).push(`<li>${link(`piece-${articleId}`, article.title)}</li>`);
  }
  close();
  return `<nav epub:type="toc" id="toc"><h1>In this issue</h1><ol>${entries.join('')}</ol></nav>`;
}

function pieceOf({ article }: Piece): string {
  const { section, title, excerpt, authorName, authorAge, authorSchool, content } = article;
  const writer = [authorName, authorAge, authorSchool].filter((part) => part !== null).join(', ');
  return [
    '<article>',
    `<p class="label">${escaped(sectionNames[section])}</p>`,
    `<h1 dir="auto">${escaped(title)}</h1>`,
    `<p class="excerpt" dir="auto">${escaped(excerpt)}</p>`,
    `<p class="writer" dir="auto">${escaped(writer)}</p>`,
    `<div class="text">${textOf(content)}</div>`,
    '</article>',
  ].join('\n');
}

const escaped = (text: string): string => escapeHtml(xmlText(text));

const textOf = (text: string): string =>
  paragraphs(text)
    .map((paragraph) => `<p dir="auto">${escaped(paragraph).replaceAll(/\r?\n/g, '<br/>')}</p>`)
    .join('\n');

function document(id: string, title: string, body: string): EpubDocument {
  const text = `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE html>
<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops" lang="en-GB" xml:lang="en-GB">
<head>
<title>${escaped(title)}</title>
<link rel="stylesheet" href="style.css"/>
</head>
<body>
${body}
</body>
</html>
`;
  return { id, href: `${id}.xhtml`, text };
}
