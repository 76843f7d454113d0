import { fileURLToPath } from 'node:url';
import { createMadeOnce } from '../http/made-once.ts';
import { tagOf } from '../http/send-document.ts';
import { coverFontFiles } from './set-text.ts';

const fontFiles = coverFontFiles.map((file) =>
  fileURLToPath(new URL(`../../fonts/${file}`, import.meta.url)),
);
/** What pictures are set in. */
export const font = { fontFiles, loadSystemFonts: false };

type Draw = (svg: string) => Promise<Buffer>;

/** Some 30 ms of a thread that answers no requests. Where its binary can't be loaded, pages are there all the same. */
const drawAsPng: Draw = async (svg) => {
  const { renderAsync } = await import('@resvg/resvg-js');
  return (await renderAsync(svg, { font })).asPng();
};

/** Returns the pictures of covers as PNG by their SVG, each made once (`createMadeOnce`), 16 MB of them at most. */
export function createCoverPictures(draw: Draw = drawAsPng) {
  const { file } = createMadeOnce({ maxBytes: 16 * 1024 * 1024, maxWaiting: 50 });
  return {
    /** Returns what tells this picture from any other, without making it. */
    tagOf: (svg: string): string => tagOf(svg),
    png: (svg: string): Promise<Buffer> => file(tagOf(svg), () => draw(svg)),
  };
}

export type CoverPictures = ReturnType<typeof createCoverPictures>;
