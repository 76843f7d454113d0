import type { InputHTMLAttributes, Ref } from 'react';

type ToggleFieldProps = InputHTMLAttributes<HTMLInputElement> & {
  label: string;
  /** What it means to have it on; part of its name. */
  hint: string;
  fault?: string | undefined;
  ref?: Ref<HTMLInputElement>;
};

/** Something that is on or off. */
export function ToggleField({ label, hint, fault, ...input }: ToggleFieldProps) {
  return (
    <div className="field" data-fault={fault ? '' : undefined}>
      <label className="toggle">
        {/* biome-ignore lint/a11y/useAriaPropsForRole: a checkbox says by itself whether it is checked */}
        <input type="checkbox" role="switch" {...input} />
        <span>
          {label}: <span className="toggle-hint">{hint}</span>
        </span>
      </label>
      {fault ? <p className="field-fault">{fault}</p> : null}
    </div>
  );
}
