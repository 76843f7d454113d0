import { sections } from '@journal/contracts';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { Field } from '../../../ui/form/Field.tsx';
import { NumberField } from '../../../ui/form/NumberField.tsx';
import { SelectField } from '../../../ui/form/SelectField.tsx';
import { TextField } from '../../../ui/form/TextField.tsx';
import { ToggleField } from '../../../ui/form/ToggleField.tsx';
import { sectionNames } from '../../section/sections.ts';
import type { FieldSpec } from './row-kind.ts';

type SpecFieldProps = UseFormRegisterReturn & { spec: FieldSpec; fault?: string | undefined };

const anyNumber = { minimum: 0, maximum: Number.MAX_SAFE_INTEGER };
const sectionOptions = sections.map((section) => ({ value: section, name: sectionNames[section] }));

/** The field that a spec describes. */
export function SpecField({ spec, ...input }: SpecFieldProps) {
  const label = spec.optional ? `${spec.label} (optional)` : spec.label;
  switch (spec.kind) {
    case 'line':
      return <Field label={label} autoComplete="off" {...input} />;
    case 'text':
      return <TextField label={label} rows={4} {...input} />;
    case 'essay':
      return <TextField label={label} className="essay-field" hint={spec.hint} rows={14} {...input} />;
    case 'number':
      return <NumberField label={label} {...input} bounds={spec.bounds ?? anyNumber} />;
    case 'section':
      return <SelectField label={label} choices={sectionOptions} {...input} />;
    case 'toggle':
      return <ToggleField label={label} hint={spec.hint ?? ''} {...input} />;
    default:
      return spec.kind satisfies never;
  }
}
