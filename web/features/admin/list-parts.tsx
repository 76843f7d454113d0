import type { FormEvent } from 'react';
import { navigate } from 'vike/client/router';
import { newsroomCounts, type PieceFilter } from '../../data/newsroom.api.ts';
import { Field, SelectField } from '../../ui/form/fields.tsx';
import { ReadBoundary } from '../../ui/list/ListBoundary.tsx';
import { filterChoices, panelHref, type Tab } from './panel-address.ts';
import { capitalised, type PieceKind, sectionOptions } from './piece-kinds.ts';

/** A name with the current count; the name alone while the count is unknown. */
export function Counted({ name, of }: { name: string; of: Tab }) {
  return (
    <ReadBoundary query={newsroomCounts()} loading={name} failed={() => name}>
      {(counts) => `${name} (${counts[of]})`}
    </ReadBoundary>
  );
}

type FilterBarProps = {
  kind: PieceKind;
  filter: PieceFilter;
};

/** Filters a list. The filter is in the address. */
export function FilterBar({ kind: { tab, noun, searched }, filter }: FilterBarProps) {
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const given = new FormData(event.currentTarget);
    const narrowed = Object.fromEntries([...given].map(([name, value]) => [name, String(value)]));
    void navigate(panelHref(tab, narrowed), { keepScrollPosition: true });
  };
  const section = [{ value: '', name: 'All sections' }, ...sectionOptions];
  return (
    <search aria-label={`Filter ${noun}s`}>
      {/* Shows what another address says: as when going back. */}
      <form className="panel-filter" key={JSON.stringify(filter)} onSubmit={submit}>
        <Field
          label="Search"
          name="q"
          type="search"
          maxLength={200}
          placeholder={searched}
          defaultValue={filter.q}
          beside={
            <button type="submit" className="field-toggle">
              Search
            </button>
          }
        />
        {Object.entries({ section, ...filterChoices[tab] }).map(([name, options]) => (
          <SelectField
            key={name}
            name={name}
            label={capitalised(name)}
            choices={options}
            defaultValue={filter[name as keyof PieceFilter] ?? ''}
            onChange={(event) => event.currentTarget.form?.requestSubmit()}
          />
        ))}
      </form>
    </search>
  );
}
