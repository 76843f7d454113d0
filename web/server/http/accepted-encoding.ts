export type Encoding = 'br' | 'gzip' | 'identity';

/** Browsers send some 30 characters. */
const maxHeaderLength = 200;

/** Returns the best encoding that the client accepts; `q=0` excludes one. A header of over 200 characters is ignored. */
export function acceptedEncoding(header = ''): Encoding {
  if (header.length > maxHeaderLength) return 'identity';
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
