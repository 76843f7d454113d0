import { maxPlanned } from '@journal/contracts';
import { type ComponentProps, useState } from 'react';
import { Field } from '../../ui/form/fields.tsx';
import { clockAt, instantOf, timeError, timeHint, zoneName } from './journal-time.ts';

/** Returns a form's options for a planned time: its initial value, its format for sending, and its validation. */
export function clockForm<Name extends string>(name: Name, planned: string | null, zone: string) {
  const isInstant = (value: string) => value.endsWith('Z');
  return {
    initial: { [name]: planned === null ? '' : clockAt(planned, zone) } as Record<Name, string>,
    clean: ({ [name]: typed }: Record<Name, string>) =>
      ({ [name]: instantOf(typed, zone) ?? typed }) as Record<Name, string>,
    alsoCheck({ [name]: value }: Record<Name, string>) {
      const fault = timeError(isInstant(value) ? clockAt(value, zone) : value, zone, Date.now());
      return fault === undefined ? [] : [{ path: name, message: fault }];
    },
  };
}

type ClockFieldProps = Omit<ComponentProps<typeof Field>, 'label' | 'hint'> & { zone: string };

/** An input for a date and time in the journal's time zone, which the label names. */
export function ClockField({ zone, onChange, ...field }: ClockFieldProps) {
  const [typed, setTyped] = useState('');
  return (
    <Field
      {...field}
      label={`Date and time (${zoneName(zone)})`}
      hint={timeHint(typed, zone) || undefined}
      type="datetime-local"
      min={clockAt(Date.now(), zone)}
      max={clockAt(Date.now() + maxPlanned, zone)}
      onChange={(event) => {
        setTyped(event.currentTarget.value);
        onChange?.(event);
      }}
    />
  );
}
