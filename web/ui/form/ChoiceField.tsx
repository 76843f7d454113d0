import type { UseFormRegisterReturn } from 'react-hook-form';

type Choice = { readonly value: string; readonly name: string; readonly hint: string };
type ChoiceFieldProps = UseFormRegisterReturn & {
  legend: string;
  choices: readonly Choice[];
  fault?: string | undefined;
};

/** One of a few, each explained. */
export function ChoiceField({ legend, choices, fault, ...input }: ChoiceFieldProps) {
  return (
    <fieldset className="choices" data-fault={fault ? '' : undefined}>
      <legend>{legend}</legend>
      {choices.map(({ value, name, hint }) => (
        <label key={value} className="choice">
          <input type="radio" value={value} {...input} />
          <span>
            {name}
            <span className="field-hint">{hint}</span>
          </span>
        </label>
      ))}
      {fault ? <p className="field-fault">{fault}</p> : null}
    </fieldset>
  );
}
