import { compress, type Encoding } from '../http/send-document.ts';

/** A finished response as `writeHead` and `end` accept it: header names and values alternate. */
export type PreparedAnswer = { readonly headers: readonly string[]; readonly body: Buffer };

/** Approximate size besides the bodies, in bytes. */
const overhead = 4_000;

type PageHead = {
  readonly status: 200 | 404 | 410;
  /** Headers of every response, including 304: names and values alternate. */
  readonly headers: readonly string[];
  readonly contentType: string;
  /** Present if the page may be revalidated. */
  readonly etag?: string;
};

/** Returns a page whose body is encoded once for each encoding that readers accept. */
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
    /** Upper bound in bytes. */
    size: html.length * 2 + overhead,
    get: (encoding: Encoding): PreparedAnswer | undefined => answers.get(encoding),
    /** Resolves with the response in this encoding, compressed fast if it was not requested before. */
    async prepare(encoding: Encoding): Promise<PreparedAnswer> {
      const body = answers.get(encoding)?.body ?? (await compress(html, encoding, 'quick'));
      const answer = answers.get(encoding) ?? toAnswer(encoding, body);
      answers.set(encoding, answer);
      return answer;
    },
    /** Compresses to the smallest size, which occupies a thread for about 30 ms. */
    async recompress(): Promise<void> {
      for (const encoding of ['br', 'gzip'] as const)
        answers.set(encoding, toAnswer(encoding, await compress(html, encoding, 'best')));
    },
  };
}

export type PreparedPage = ReturnType<typeof preparePage>;

/** Milliseconds that a page must survive before strong compression pays off. */
const recompressionDelay = 300;

/** Returns a function that recompresses a page after 300 ms if `isKept` still returns true, one page at a time. */
export function createRecompression(onError: (error: unknown) => void) {
  let last = Promise.resolve();
  return (page: PreparedPage, isKept: () => boolean): void => {
    const timer = setTimeout(() => {
      last = last.then(() => (isKept() ? page.recompress() : undefined)).catch(onError);
    }, recompressionDelay);
    timer.unref();
  };
}
