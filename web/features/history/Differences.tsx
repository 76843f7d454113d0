import type { DifferencePart, FieldDifference } from '@journal/contracts';
import { fieldLabel, valueText } from './history-texts.tsx';

type DifferencesProps = { differences: readonly FieldDifference[]; noun: string; title?: string };

/** The differences between a version and the previous one, word by word. */
export function Differences({ differences, noun, title = 'What changed' }: DifferencesProps) {
  if (differences.length === 0)
    return <p className="difference-none">The text of the {noun} stayed the same.</p>;
  return (
    <section>
      <h3 className="version-part">{title}</h3>
      <p className="difference-key" aria-hidden="true">
        <ins>Underlined</ins> was added, <del>struck out</del> was removed.
      </p>
      <dl className="difference">
        {differences.map(({ field, parts }) => (
          <div key={field}>
            <dt className="label">{fieldLabel(field)}</dt>
            <dd dir="auto">
              {shorten(parts).map((part, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: parts have no other identity
                <Part key={index} field={field} part={part} />
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function Part({ field, part }: { field: string; part: ShownPart }) {
  if (part.kind === 'left-out')
    return (
      <span className="difference-left-out">
        {' '}
        [{part.words} {part.words === 1 ? 'word' : 'words'} unchanged]{' '}
      </span>
    );
  const text = valueText(field, part.text) ?? part.text;
  if (part.kind === 'same') return text;
  const Change = part.kind === 'added' ? 'ins' : 'del';
  return (
    <Change>
      <span className="sr-only">{`[${part.kind}: `}</span>
      {text}
      <span className="sr-only">] </span>
    </Change>
  );
}

/** A part of a difference, or the number of unchanged words left out in its place. */
type ShownPart = DifferencePart | { readonly kind: 'left-out'; readonly words: number };

/** Number of unchanged characters shown around a change. */
const around = 160;
const shortest = 3 * around;

/** Returns a difference without long unchanged stretches. Added and removed text stays whole. */
export function shorten(parts: readonly DifferencePart[]): ShownPart[] {
  return parts.flatMap((part, index): ShownPart[] => {
    if (part.kind !== 'same' || part.text.length <= shortest) return [part];
    const { text } = part;
    const head = index === 0 ? 0 : lastBreak(text, around);
    const tail = index === parts.length - 1 ? text.length : nextBreak(text, text.length - around);
    const words = text.slice(head, tail).match(/\S+/g)?.length ?? 0;
    return [...same(text.slice(0, head)), { kind: 'left-out' as const, words }, ...same(text.slice(tail))];
  });
}

const same = (text: string): DifferencePart[] => (text === '' ? [] : [{ kind: 'same', text }]);

/** Returns the end of the word at a place. */
function lastBreak(text: string, place: number): number {
  const at = text.slice(place, 2 * place).search(/\s/);
  return at < 0 ? whole(text, place) : place + at;
}

/** Returns the beginning of the word after the one at a place. */
function nextBreak(text: string, place: number): number {
  const at = text.slice(place).search(/\s/);
  return at < 0 ? whole(text, place) : place + at + 1;
}

/** Returns a place that doesn't split a character. */
const whole = (text: string, place: number) =>
  /[\udc00-\udfff]/.test(text[place] ?? '') ? place + 1 : place;
