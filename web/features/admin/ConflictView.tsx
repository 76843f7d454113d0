import type { Fields } from '@journal/contracts';
import { wordDifference } from '@journal/contracts/word-difference';
import { useEffect, useId, useMemo, useRef, useState } from 'react';
import { coverName } from '../../ui/artwork/cover-names.ts';
import { cleanValues, type FormValue, type FormValues } from '../../ui/form/described-fields.tsx';
import { sectionNames } from '../section/section-marks.ts';

type ConflictViewProps = {
  noun: string;
  fields: Fields;
  /** The common base of both versions. */
  base: FormValues;
  mine: FormValues;
  theirs: FormValues;
  onBack: () => void;
  onSave: (values: FormValues) => void;
};

/**
 * Two versions side by side, with a choice per field. Nothing of either is lost until one is saved. Takes the focus
 * from the form that it replaces, which scrolls it into view.
 */
export function ConflictView({ noun, fields, base, mine, theirs, onBack, onSave }: ConflictViewProps) {
  const [chosen, setChosen] = useState<Readonly<Record<string, MadeChoice>>>({});
  const [asked, setAsked] = useState(false);
  const text = useRef<HTMLParagraphElement>(null);
  useEffect(() => text.current?.focus(), []);
  const conflicts = conflictsOf(fields, { base, mine, theirs });
  function choiceOf({ name, theirs, changedBy }: FieldConflict): Choice | undefined {
    const made = chosen[name];
    return made && Object.is(made.theirs, theirs) ? made.choice : changedBy;
  }
  function save() {
    if (conflicts.some((conflict) => choiceOf(conflict) === undefined)) return setAsked(true);
    const own = conflicts.filter((conflict) => choiceOf(conflict) === 'mine');
    onSave(mergedValues(theirs, own));
  }
  return (
    <div className="conflict">
      <p ref={text} tabIndex={-1}>
        {conflicts.length === 0
          ? 'Both versions are the same by now.'
          : `Choose for each field which version of this ${noun} to keep. Theirs stays in the history, whatever you choose.`}
      </p>
      {conflicts.map((conflict) => (
        <ConflictField
          key={conflict.name}
          conflict={conflict}
          choice={choiceOf(conflict)}
          wanted={asked}
          onChoose={(choice) =>
            setChosen({ ...chosen, [conflict.name]: { choice, theirs: conflict.theirs } })
          }
        />
      ))}
      <div className="form-actions">
        <button type="button" className="button button-solid" onClick={save}>
          Save what I chose
        </button>
        <button type="button" className="button" onClick={onBack}>
          Back to my text
        </button>
      </div>
    </div>
  );
}

type ConflictFieldProps = {
  conflict: FieldConflict;
  choice: Choice | undefined;
  wanted: boolean;
  onChoose: (choice: Choice) => void;
};

const sides = [
  { choice: 'mine', title: 'Yours', name: 'Keep mine' },
  { choice: 'theirs', title: 'Theirs', name: 'Take theirs' },
] as const;

function ConflictField({ conflict, choice, wanted, onChoose }: ConflictFieldProps) {
  const group = useId();
  const { label, changedBy } = conflict;
  const missing = wanted && choice === undefined;
  return (
    <fieldset className="conflict-field" data-error={missing ? '' : undefined}>
      <legend>
        {label}
        {changedBy === undefined ? <span className="label">Changed by both</span> : null}
      </legend>
      <div className="conflict-sides">
        {sides.map(({ choice: side, title, name }) => (
          <div key={side} className="conflict-side" data-chosen={choice === side ? '' : undefined}>
            <p className="label">{title}</p>
            <WordDifference
              label={`${title}: ${label}`}
              text={shown(conflict.name, conflict[side])}
              other={shown(conflict.name, conflict[side === 'mine' ? 'theirs' : 'mine'])}
            />
            <label className="choice">
              <input type="radio" name={group} checked={choice === side} onChange={() => onChoose(side)} />
              <span>{name}</span>
            </label>
          </div>
        ))}
      </div>
      {missing ? (
        <p className="field-error" role="alert">
          Choose one of the two
        </p>
      ) : null}
    </fieldset>
  );
}

function shown(name: string, value: FormValue): string {
  if (name === 'featured') return value ? 'Yes' : 'No';
  if (name === 'cover') return coverName(String(value));
  if (name === 'section') return sectionNames[value as keyof typeof sectionNames] ?? String(value);
  return Number.isNaN(value) || value === '' ? '—' : String(value);
}

type WordDifferenceProps = {
  label: string;
  text: string;
  /** The text to compare with: words of `text` that are missing from it are marked. */
  other: string;
};

function WordDifference({ label, text, other }: WordDifferenceProps) {
  const parts = useMemo(
    () =>
      wordDifference(other, text)
        .filter(({ kind }) => kind !== 'removed')
        .map((part, index) => ({ ...part, index })),
    [text, other],
  );
  const section = useRef<HTMLElement>(null);
  // Scrolls to the first difference in a long text, with some lines before it.
  useEffect(() => {
    const first = section.current?.querySelector('mark');
    if (!section.current || !first) return;
    section.current.scrollTop +=
      first.getBoundingClientRect().top - section.current.getBoundingClientRect().top - 100;
  }, []);
  return (
    <section
      ref={section}
      className="version-text"
      aria-label={label}
      dir="auto"
      tabIndex={mayScroll(text) ? 0 : undefined}
    >
      {parts.map((part) => (part.kind === 'added' ? <mark key={part.index}>{part.text}</mark> : part.text))}
    </section>
  );
}

/** Whether the text is long enough to scroll: such a part must be focusable by keyboard. */
function mayScroll(text: string): boolean {
  return text.length > 200 || text.split('\n').length > 5;
}

type Choice = 'mine' | 'theirs';

/** A choice, and what it was made against: it doesn't apply to a version that others save after it. */
type MadeChoice = { readonly choice: Choice; readonly theirs: FormValue };

/** A field whose values differ between two versions. */
type FieldConflict = {
  readonly name: string;
  readonly label: string;
  readonly mine: FormValue;
  readonly theirs: FormValue;
  /** The side that changed the field if only one did; undefined if both did. */
  readonly changedBy: Choice | undefined;
};

type Versions = { readonly base: FormValues; readonly mine: FormValues; readonly theirs: FormValues };

/** Returns the fields that differ between `mine` and `theirs`, both edited from `base`. */
export function conflictsOf(fields: Fields, versions: Versions): FieldConflict[] {
  const base = cleanValues(fields, versions.base);
  const mine = cleanValues(fields, versions.mine);
  const theirs = cleanValues(fields, versions.theirs);
  return Object.entries(fields).flatMap(([name, { label }]) => {
    const [was, own, other] = [base, mine, theirs].map((values) => values[name] ?? '');
    if (own === undefined || other === undefined || Object.is(own, other)) return [];
    const changedBy = Object.is(was, own) ? 'theirs' : Object.is(was, other) ? 'mine' : undefined;
    return [{ name, label, mine: own, theirs: other, changedBy }];
  });
}

/** Returns `theirs`, with `mine` in the given conflicting fields. */
export function mergedValues(theirs: FormValues, own: readonly FieldConflict[]): FormValues {
  return { ...theirs, ...Object.fromEntries(own.map(({ name, mine }) => [name, mine])) };
}
