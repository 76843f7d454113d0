import '../../styles/gallery.css';
import { type ComponentProps, useEffect, useId, useRef, useState } from 'react';
import type { Choices, TypedTexts } from './fields.tsx';

type GalleryFieldProps = Omit<ComponentProps<'input'>, 'ref'> & {
  ref: (input: HTMLInputElement | null) => void;
  label: string;
  hint?: string | undefined;
  error?: string | undefined;
  choices: Choices;
};

/**
 * A choice among pictures. Shows the chosen one's name; when opened, shows all, drawn from the form's values at that
 * time.
 */
export function GalleryField(props: GalleryFieldProps) {
  // Drops `aria-required`: one is always chosen.
  const { label, hint, error, choices, 'aria-required': _, ...input } = props;
  const id = useId();
  const inputs = useRef<HTMLDivElement>(null);
  const [chosen, setChosen] = useState<string>();
  const [typed, setTyped] = useState<TypedTexts>();
  // The form sets the inputs itself, also on reset.
  useEffect(() => setChosen(inputs.current?.querySelector<HTMLInputElement>(':checked')?.value));
  const name = choices.find(({ value }) => value === chosen)?.name;
  return (
    <fieldset className="field gallery" data-error={error ? '' : undefined} aria-describedby={id}>
      <legend>{label}</legend>
      <details
        onToggle={({ currentTarget: { open } }) => {
          const form = inputs.current?.closest('form');
          setTyped(open && form ? Object.fromEntries(new FormData(form)) : undefined);
        }}
      >
        <summary>
          {name}
          <span className="gallery-action">{typed ? 'Close' : 'Choose'}</span>
        </summary>
        <div ref={inputs} className="gallery-choices">
          {choices.map((choice) => (
            <label key={choice.value} className="gallery-choice">
              <input
                type="radio"
                value={choice.value}
                {...input}
                onChange={(event) => {
                  setChosen(choice.value);
                  input.onChange?.(event);
                }}
              />
              <span className="gallery-picture">{typed ? choice.picture?.(typed) : null}</span>
              <span>{choice.name}</span>
            </label>
          ))}
        </div>
      </details>
      <p id={id} className={error ? 'field-error' : 'field-hint'}>
        {error ?? hint}
      </p>
    </fieldset>
  );
}
