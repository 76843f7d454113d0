import type { FieldDifference } from '@journal/contracts';
import { fieldLabel, valueWords } from './field-words.ts';
import { type ShownPart, shorten } from './shorten.ts';

type DifferencesProps = { differences: readonly FieldDifference[]; noun: string };

/** What a version has otherwise than the one before it, word by word. */
export function Differences({ differences, noun }: DifferencesProps) {
  if (differences.length === 0)
    return <p className="difference-none">The text of the {noun} stayed the same.</p>;
  return (
    <section>
      <h3 className="version-part">What changed</h3>
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
  const text = valueWords(field, part.text) ?? part.text;
  switch (part.kind) {
    case 'added':
      return (
        <ins>
          <span className="sr-only">[added: </span>
          {text}
          <span className="sr-only">] </span>
        </ins>
      );
    case 'removed':
      return (
        <del>
          <span className="sr-only">[removed: </span>
          {text}
          <span className="sr-only">] </span>
        </del>
      );
    default:
      return text;
  }
}
