import { fileURLToPath } from 'node:url';
import { ProblemError } from '@journal/service-kit';
import { LRUCache } from 'lru-cache';
import { tagOf } from '../http/send-document.ts';
import { coverFontFiles } from './set-text.ts';

const fontFiles = coverFontFiles.map((file) =>
  fileURLToPath(new URL(`../../fonts/${file}`, import.meta.url)),
);
/** What pictures are set in. */
export const font = { fontFiles, loadSystemFonts: false };

const maxBytes = 16 * 1024 * 1024;
/** Pictures that are made one after the other; a machine that reads all there are comes again. */
const maxWaiting = 50;

type Draw = (svg: string) => Promise<Buffer>;

/** Some 30 ms of a thread that answers no requests. Where its binary can't be loaded, pages are there all the same. */
const drawAsPng: Draw = async (svg) => {
  const { renderAsync } = await import('@resvg/resvg-js');
  return (await renderAsync(svg, { font })).asPng();
};

/**
 * Returns the pictures of covers as PNG by their SVG, each made once, one at a time, and kept up to 16 MB of them in all.
 * What a cover shows is in its SVG, so that another title is another picture.
 */
export function createCoverPictures(draw: Draw = drawAsPng) {
  const kept = new LRUCache<string, Buffer>({ maxSize: maxBytes, sizeCalculation: ({ length }) => length });
  const underWay = new Map<string, Promise<Buffer>>();
  let last: Promise<unknown> = Promise.resolve();

  return {
    /** Returns what tells this picture from any other, without making it. */
    tagOf: (svg: string): string => tagOf(svg),
    /** Resolves with the picture. Rejects with `unavailable` where too many are waited for. */
    async png(svg: string): Promise<Buffer> {
      const key = tagOf(svg);
      const known = kept.get(key) ?? underWay.get(key);
      if (known) return known;
      if (underWay.size >= maxWaiting)
        throw new ProblemError('unavailable', { headers: { 'retry-after': '5' } });
      const made = last.then(() => draw(svg));
      underWay.set(key, made);
      last = made.catch(() => undefined).then(() => underWay.delete(key));
      const png = await made;
      kept.set(key, png);
      return png;
    },
  };
}

export type CoverPictures = ReturnType<typeof createCoverPictures>;
