import { maxPlanned } from '@journal/contracts';
import { type ComponentProps, useState } from 'react';
import { Field } from '../../ui/form/fields.tsx';
import { clockAt, instantOf, timeFault, timeHint, zoneName } from './journal-time.ts';

/** Returns what a form does with a time that is planned: what it begins with, how it is sent, and why it can't be. */
export function clockForm<Name extends string>(name: Name, planned: string | null, zone: string) {
  const isInstant = (value: string) => value.endsWith('Z');
  return {
    initial: { [name]: planned === null ? '' : clockAt(planned, zone) } as Record<Name, string>,
    clean: ({ [name]: typed }: Record<Name, string>) =>
      ({ [name]: instantOf(typed, zone) ?? typed }) as Record<Name, string>,
    alsoCheck({ [name]: value }: Record<Name, string>) {
      const fault = timeFault(isInstant(value) ? clockAt(value, zone) : value, zone, Date.now());
      return fault === undefined ? [] : [{ path: name, message: fault }];
    },
  };
}

type ClockFieldProps = Omit<ComponentProps<typeof Field>, 'label' | 'hint'> & { zone: string };

/** A date and a time on the journal's clock, which the label names. */
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
