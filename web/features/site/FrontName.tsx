import type { CSSProperties } from 'react';
import { usePageContext } from 'vike-react/usePageContext';

/** The brand as the title of Home: large, with the tagline and three marks. On other pages it is a small link. */
export function FrontName() {
  const { site } = usePageContext();
  const lines = wordmarkLines(site.name);
  const style = { '--letters': Math.max(lengthOf(lines), 7), '--lines': lines.length } as CSSProperties;
  return (
    <>
      <h1 className="front-name" style={style}>
        <a className="brand" href="/">
          {lines.join('\n')}
        </a>
      </h1>
      <div className="front-tagline">
        <p>Where young voices shape today's conversations.</p>
        <FrontArtwork />
      </div>
    </>
  );
}

/** The three marks, overprinted, on the line below the tagline. */
function FrontArtwork() {
  return (
    <svg className="front-artwork" viewBox="180 22 636 478" aria-hidden="true">
      <path className="front-red" d="M430 62a150 150 0 0 0 0 300zM446 22a150 150 0 0 1 0 300z" />
      <path className="front-blue" d="M180 500a186 186 0 0 1 372 0z" />
      <path
        className="front-green"
        d="M580 268h112v112a112 112 0 0 1-112-112zM704 380a112 112 0 0 1 112-112v112zM580 500a112 112 0 0 1 112-112v112zM704 388h112a112 112 0 0 1-112 112z"
      />
    </svg>
  );
}

/**
 * Returns the lines of a name, at most `maxLines`, broken between words so that the longest line is as short as
 * possible. Short names stay on one line.
 */
export function wordmarkLines(name: string, maxLines = 3): string[] {
  const words = name.split(/\s+/u).filter((word) => word !== '');
  let best = [words.join(' ')];
  for (let lines = 2; lines <= Math.min(maxLines, words.length); lines += 1) {
    if (lengthOf(best) <= 12) break;
    best = shortestBreak(words, lines);
  }
  return best;
}

/** Returns the number of letters in the longest line. */
export function lengthOf(lines: readonly string[]): number {
  return Math.max(...lines.map((line) => Array.from(line).length));
}

function shortestBreak(words: readonly string[], lines: number): string[] {
  let best = [words.join(' ')];
  for (let cut = 1; lines > 1 && cut <= words.length - lines + 1; cut += 1) {
    const candidate = [words.slice(0, cut).join(' '), ...shortestBreak(words.slice(cut), lines - 1)];
    if (cut === 1 || lengthOf(candidate) < lengthOf(best)) best = candidate;
  }
  return best;
}
