import { compress, type Encoding } from '../http/send-document.ts';

/** A finished answer, as `writeHead` and `end` take it: header names and values in turn. */
export type PreparedAnswer = { readonly headers: readonly string[]; readonly body: Buffer };

/** Bytes besides the bodies, roughly. */
const overhead = 4_000;

type PageHead = {
  readonly status: 200 | 404 | 410;
  /** Of every answer, a 304 too: names and values in turn. */
  readonly headers: readonly string[];
  readonly contentType: string;
  /** Where the page may be revalidated. */
  readonly etag?: string;
};

/** Returns a page with its bodies in the encodings that readers ask for, each made once. */
export function preparePage(html: Buffer, head: PageHead) {
  const { headers } = head;
  const answers = new Map<Encoding, PreparedAnswer>();
  const toAnswer = (encoding: Encoding, body: Buffer): PreparedAnswer => ({
    headers: [
      ...headers,
      ...(encoding === 'identity' ? [] : ['content-encoding', encoding]),
      'content-length',
      String(body.length),
    ],
    body,
  });

  return {
    ...head,
    html,
    /** Bytes, at most. */
    size: html.length * 2 + overhead,
    get: (encoding: Encoding): PreparedAnswer | undefined => answers.get(encoding),
    /** Resolves with the answer in this encoding, compressed quickly where it was not asked for before. */
    async prepare(encoding: Encoding): Promise<PreparedAnswer> {
      const body = answers.get(encoding)?.body ?? (await compress(html, encoding, 'quick'));
      const answer = answers.get(encoding) ?? toAnswer(encoding, body);
      answers.set(encoding, answer);
      return answer;
    },
    /** Compresses as well as can be, which takes some 30 ms of a thread. */
    async recompress(): Promise<void> {
      for (const encoding of ['br', 'gzip'] as const)
        answers.set(encoding, toAnswer(encoding, await compress(html, encoding, 'best')));
    },
  };
}

export type PreparedPage = ReturnType<typeof preparePage>;

/** Milliseconds that a page is to last before it is worth compressing well. */
const settled = 300;

/** Returns a function that recompresses a page after 300 ms where `isKept` still says so, one page at a time. */
export function createRecompression(onError: (error: unknown) => void) {
  let last = Promise.resolve();
  return (page: PreparedPage, isKept: () => boolean): void => {
    const timer = setTimeout(() => {
      last = last.then(() => (isKept() ? page.recompress() : undefined)).catch(onError);
    }, settled);
    timer.unref();
  };
}
