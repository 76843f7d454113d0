import type { CSSProperties } from 'react';
import { usePageContext } from 'vike-react/usePageContext';

const highlights = [
  { title: 'Ages 12-18', text: 'Authentic Voices' },
  { title: 'First Takes', text: 'Fresh Perspectives' },
  { title: 'Real Impact', text: "Today's Conversations" },
] as const;

/** The journal's name, what it is for, and three reasons to stay, in a band that leaves room for the first story. */
export function Hero() {
  const { site } = usePageContext();
  const lines = wordmarkLines(site.name);
  const style = { '--letters': Math.max(lengthOf(lines), 7), '--lines': lines.length } as CSSProperties;
  return (
    <section className="hero" aria-labelledby="title">
      <div className="hero-stage">
        <HeroArtwork />
        <div className="page hero-page">
          <div className="hero-name">
            <h1 id="title" className="hero-title" style={style}>
              {lines.join('\n')}
            </h1>
            <p className="hero-tagline">Where young voices shape today's conversations.</p>
          </div>
        </div>
      </div>
      <div className="page">
        <ul className="hero-highlights">
          {highlights.map(({ title, text }) => (
            <li key={title}>
              <strong>{title}</strong>
              <span>{text}</span>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

/** The three marks, large and printed over each other, on the line below the tagline. */
function HeroArtwork() {
  return (
    <svg
      className="hero-artwork"
      viewBox="0 0 800 500"
      preserveAspectRatio="xMaxYMax slice"
      aria-hidden="true"
    >
      <g className="o">
        <path className="hero-red" d="M430 62a150 150 0 0 0 0 300zM446 22a150 150 0 0 1 0 300z" />
        <path className="hero-blue" d="M180 500a186 186 0 0 1 372 0z" />
        <path
          className="hero-green"
          d="M580 268h112v112a112 112 0 0 1-112-112zM704 380a112 112 0 0 1 112-112v112zM580 500a112 112 0 0 1 112-112v112zM704 388h112a112 112 0 0 1-112 112z"
        />
      </g>
    </svg>
  );
}

/**
 * How a name is set: its lines, at most `maxLines`, broken between words so that the longest is as
 * short as can be. Short names stay on one line.
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

/** Letters of the longest line. */
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
