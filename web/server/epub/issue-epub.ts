import { buffer } from 'node:stream/consumers';
import { namesPerson, type WholeIssue } from '@journal/contracts';
import { ZipFile } from 'yazl';
import { documentsOf, type EpubSource } from './epub-documents.ts';
import { type Item, packageDocument } from './epub-package.ts';

/**
 * Resolves with an issue as EPUB 3: its cover, contents, the letter and every piece. The same source gives the same
 * bytes. Compresses off the main thread.
 */
export async function issueAsEpub(source: EpubSource, cover: Buffer): Promise<Buffer> {
  const zip = new ZipFile();
  // DOS timestamps only: the other format needs an extra field, which the first entry must not have.
  const options = { mtime: source.modified, forceDosTimestamp: true, mode: 0o100644 };
  const add = (path: string, text: string | Buffer, compress = true) =>
    zip.addBuffer(Buffer.from(text), path, { ...options, compress });

  const documents = documentsOf(source);
  const items: readonly Item[] = [
    { id: 'cover-image', href: 'cover.png', type: 'image/png', properties: 'cover-image' },
    { id: 'style', href: 'style.css', type: 'text/css' },
    ...documents.map(({ id, href, properties }) => ({ id, href, properties, type: xhtml })),
  ];
  // First and uncompressed: reading systems detect the format by its position.
  add('mimetype', 'application/epub+zip', false);
  add('META-INF/container.xml', container);
  add(
    'EPUB/package.opf',
    packageDocument({ ...source, items, spine: documents.map(({ id }) => id), writers: writersOf(source) }),
  );
  add('EPUB/style.css', style);
  add('EPUB/cover.png', cover, false);
  for (const { href, text } of documents) add(`EPUB/${href}`, text);
  zip.end();
  return buffer(zip.outputStream);
}

const xhtml = 'application/xhtml+xml';

/** Names of the issue's writers as in the bylines, without duplicates and texts that replace a name. */
function writersOf({ issue }: { readonly issue: WholeIssue }): string[] {
  const named = issue.pieces.map(({ article }) => article).filter(namesPerson);
  return [...new Set(named.map(({ authorName }) => authorName))];
}

const container = `<?xml version="1.0" encoding="UTF-8"?>
<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container">
  <rootfiles>
    <rootfile full-path="EPUB/package.opf" media-type="application/oebps-package+xml"/>
  </rootfiles>
</container>
`;

const style = `body { line-height: 1.5; }
h1 { line-height: 1.15; }
img { max-width: 100%; }
.cover { margin: 0; text-align: center; }
.cover img { max-height: 95vh; }
.label { font-size: 0.85em; letter-spacing: 0.05em; text-transform: uppercase; }
.excerpt { font-size: 1.15em; }
.writer { font-weight: bold; }
.text p { margin: 0 0 0.8em; }
`;
