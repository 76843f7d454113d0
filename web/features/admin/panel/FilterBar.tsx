import { sections } from '@journal/contracts';
import type { FormEvent } from 'react';
import { navigate } from 'vike/client/router';
import { Field, SelectField } from '../../../ui/form/fields.tsx';
import { sectionNames } from '../../section/sections.ts';
import { panelHref, type Tab } from './panel-address.ts';

export type FilterChoice = {
  readonly name: string;
  readonly label: string;
  readonly options: readonly { readonly value: string; readonly name: string }[];
};
type FilterBarProps = {
  tab: Tab;
  label: string;
  hint: string;
  filter: Readonly<Record<string, string | undefined>>;
  choices: readonly FilterChoice[];
};

export const sectionChoice: FilterChoice = {
  name: 'section',
  label: 'Section',
  options: [
    { value: '', name: 'All sections' },
    ...sections.map((section) => ({ value: section, name: sectionNames[section] })),
  ],
};

/** Narrows a list. What it is narrowed to is in the address. */
export function FilterBar({ tab, label, hint, filter, choices }: FilterBarProps) {
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const given = new FormData(event.currentTarget);
    const narrowed = Object.fromEntries([...given].map(([name, value]) => [name, String(value)]));
    void navigate(panelHref(tab, narrowed), { keepScrollPosition: true });
  };
  return (
    <search aria-label={label}>
      {/* Shows what another address says: as when going back. */}
      <form className="panel-filter" key={JSON.stringify(filter)} onSubmit={submit}>
        <Field
          label="Search"
          name="q"
          type="search"
          maxLength={200}
          placeholder={hint}
          defaultValue={filter.q}
          beside={
            <button type="submit" className="field-toggle">
              Search
            </button>
          }
        />
        {choices.map(({ name, label: choiceLabel, options }) => (
          <SelectField
            key={name}
            name={name}
            label={choiceLabel}
            choices={options}
            defaultValue={filter[name] ?? ''}
            onChange={(event) => event.currentTarget.form?.requestSubmit()}
          />
        ))}
      </form>
    </search>
  );
}
