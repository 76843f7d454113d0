import '../../styles/byline.css';
import { type Byline, defaultByline } from '@journal/contracts';
import { type ReactNode, useCallback, useLayoutEffect, useRef } from 'react';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { Field, ToggleField } from '../../ui/form/fields.tsx';
import { type BylineTexts, bylineIn, bylineLine, textsOfByline } from './byline-texts.ts';
import { type TypedValues, useTyped } from './use-typed.ts';

const names = [
  { value: 'full', name: 'Full name' },
  { value: 'first-initial', name: 'First name and initial' },
  { value: 'first', name: 'First name' },
  { value: 'pen', name: 'Pen name' },
] as const satisfies readonly { value: Byline['name']; name: string }[];

type Registered = Omit<UseFormRegisterReturn, 'name'> & {
  readonly name: string;
  readonly error: string | undefined;
  readonly 'aria-required': boolean | undefined;
};
type BylineFieldsProps = {
  form: { field(name: keyof BylineTexts): Registered };
  typed: TypedValues<BylineTexts>;
  writer: { readonly fullName: string; readonly age: string; readonly school: string };
  /** Whether readers already see it. */
  isPublished?: boolean;
  /** Content at the end. */
  children?: ReactNode;
};

const usual = textsOfByline(defaultByline);

/** Choice of how readers see the writer, collapsed behind the result. */
export function BylineFields({ form, typed, writer, isPublished = false, children }: BylineFieldsProps) {
  const byline = bylineIn({
    bylineName: useTyped(typed, 'bylineName', usual.bylineName),
    penName: useTyped(typed, 'penName', usual.penName),
    showAge: useTyped(typed, 'showAge', usual.showAge),
    showSchool: useTyped(typed, 'showSchool', usual.showSchool),
  });
  const { 'aria-required': _name, error: _none, ...choice } = form.field('bylineName');
  const penName = form.field('penName');
  const choices = useRef<HTMLDetailsElement>(null);
  const isWrong = byline.name === 'pen' && penName.error !== undefined;
  // Only opened: it must not close once the error is gone, while the name is being typed. While it was closed, the
  // form couldn't move the focus to the name.
  const openIfWrong = useCallback(() => {
    const { current: details } = choices;
    if (!isWrong || !details || details.open) return;
    details.open = true;
    if (document.activeElement?.ariaInvalid !== 'true')
      details.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [isWrong]);
  useLayoutEffect(openIfWrong, [openIfWrong]);
  return (
    <details className="byline-choice" ref={choices} onToggle={openIfWrong}>
      <summary>
        <span>How you are named: </span>
        <strong>
          By <bdi>{bylineLine(writer, byline)}</bdi>
        </strong>
      </summary>
      <fieldset className="choices">
        <legend>Readers see</legend>
        {names.map(({ value, name }) => (
          <label key={value} className="choice">
            <input type="radio" value={value} defaultChecked={value === byline.name} {...choice} />
            <span>
              {name}
              {value === 'pen' ? null : (
                <span className="field-hint">
                  <bdi>
                    {bylineLine(writer, { ...defaultByline, name: value, showAge: false, showSchool: false })}
                  </bdi>
                </span>
              )}
            </span>
          </label>
        ))}
      </fieldset>
      {byline.name === 'pen' ? (
        <Field label="Pen name" autoComplete="off" {...penName} aria-required />
      ) : null}
      <ToggleField
        label="My age"
        hint="readers see how old I am."
        defaultChecked={byline.showAge}
        {...form.field('showAge')}
      />
      <ToggleField
        label="My school"
        hint="readers see where I go."
        defaultChecked={byline.showSchool}
        {...form.field('showSchool')}
      />
      <p className="field-hint">
        {isPublished
          ? 'Your piece is published, so you can only show less now: first name and initial, first name, no age, no school. For a new pen name, or to show more, please ask the editors. '
          : 'You can change it until your piece is published; after that only to show less. '}
        The editors always see your full name, age and school. “Show my other pieces” in your profile links
        only pieces that name you in the same way.
      </p>
      {children}
    </details>
  );
}
