export type Encoding = 'br' | 'gzip' | 'identity';

/** Browsers send some 30 characters. */
const longestHeader = 200;

/** The best encoding that the visitor takes; `q=0` means never. A header of over 200 characters counts as none. */
export function acceptedEncoding(header = ''): Encoding {
  if (header.length > longestHeader) return 'identity';
  const accepted = new Set(
    header
      .toLowerCase()
      .split(',')
      .map((part) => part.split(';').map((piece) => piece.trim()))
      .filter(([, quality]) => !/^q=0(\.0*)?$/.test(quality ?? ''))
      .map(([name]) => name),
  );
  if (accepted.has('br')) return 'br';
  return accepted.has('gzip') || accepted.has('*') ? 'gzip' : 'identity';
}
