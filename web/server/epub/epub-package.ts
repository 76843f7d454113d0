import { escapeHtml } from '@journal/contracts';
import { xmlText } from '../feeds/journal-feed.ts';
import type { EpubSource } from './epub-documents.ts';

/** A file of the book. */
export type Item = {
  readonly id: string;
  readonly href: string;
  readonly type: string;
  readonly properties?: string | undefined;
};

type Package = EpubSource & {
  readonly items: readonly Item[];
  /** IDs of the documents in reading order. */
  readonly spine: readonly string[];
  readonly writers: readonly string[];
};

/** Accessibility metadata, which reading systems and catalogues display. */
const accessibility = {
  'schema:accessMode': ['textual', 'visual'],
  'schema:accessModeSufficient': ['textual'],
  'schema:accessibilityFeature': [
    'alternativeText',
    'displayTransformability',
    'readingOrder',
    'structuralNavigation',
    'tableOfContents',
  ],
  'schema:accessibilityHazard': ['none'],
  'schema:accessibilitySummary': [
    'All of it is text with headings and a table of contents. The only picture is the drawn cover.',
  ],
} as const;

/** Returns the package document: the book's metadata and the list of its files. */
export function packageDocument({ issue, title, site, modified, items, spine, writers }: Package): string {
  const text = (value: string) => escapeHtml(xmlText(value));
  const meta = (property: string, value: string) => `<meta property="${property}">${text(value)}</meta>`;
  const metadata = [
    `<dc:identifier id="id">${text(`${site.url}/issues/${issue.number}`)}</dc:identifier>`,
    `<dc:title>${text(title)}</dc:title>`,
    '<dc:language>en-GB</dc:language>',
    ...writers.map((name) => `<dc:creator>${text(name)}</dc:creator>`),
    `<dc:publisher>${text(site.name)}</dc:publisher>`,
    `<dc:date>${issue.date}</dc:date>`,
    meta('dcterms:modified', `${modified.toISOString().slice(0, 'yyyy-mm-ddThh:mm:ss'.length)}Z`),
    ...Object.entries(accessibility).flatMap(([property, values]) =>
      values.map((value) => meta(property, value)),
    ),
  ];
  const manifest = items.map(({ id, href, type, properties }) => {
    const more = properties === undefined ? '' : ` properties="${properties}"`;
    return `<item id="${id}" href="${href}" media-type="${type}"${more}/>`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>
<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id" xml:lang="en-GB">
  <metadata xmlns:dc="http://purl.org/dc/elements/1.1/">
    ${metadata.join('\n    ')}
  </metadata>
  <manifest>
    ${manifest.join('\n    ')}
  </manifest>
  <spine>
    ${spine.map((id) => `<itemref idref="${id}"/>`).join('\n    ')}
  </spine>
</package>
`;
}
