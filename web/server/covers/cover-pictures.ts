import { fileURLToPath } from 'node:url';
import { createFileCache } from '../http/file-cache.ts';
import { tagOf } from '../http/send-document.ts';
import { coverFontFiles } from './text-layout.ts';

const fontFiles = coverFontFiles.map((file) =>
  fileURLToPath(new URL(`../../fonts/${file}`, import.meta.url)),
);
/** Font options for rendering pictures. */
export const font = { fontFiles, loadSystemFonts: false };

type Draw = (svg: string) => Promise<Buffer>;

/** Takes about 30 ms on a worker thread. If the native binary can't be loaded, pages still work. */
const drawAsPng: Draw = async (svg) => {
  const { renderAsync } = await import('@resvg/resvg-js');
  return (await renderAsync(svg, { font })).asPng();
};

/** Returns covers as PNG, keyed by their SVG. Each is drawn once (`createFileCache`); up to 16 MB are cached. */
export function createCoverPictures(draw: Draw = drawAsPng) {
  const { getOrMake } = createFileCache({ maxBytes: 16 * 1024 * 1024, maxWaiting: 50 });
  return {
    /** Returns the picture's ETag without drawing it. */
    tagOf: (svg: string): string => tagOf(svg),
    png: (svg: string): Promise<Buffer> => getOrMake(tagOf(svg), () => draw(svg)),
  };
}

export type CoverPictures = ReturnType<typeof createCoverPictures>;
