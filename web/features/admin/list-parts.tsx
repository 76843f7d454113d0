import { newsroomCounts, type PieceFilter } from '../../data/newsroom.api.ts';
import { AddressForm } from '../../ui/form/AddressForm.tsx';
import { Field, SelectField } from '../../ui/form/fields.tsx';
import { ReadBoundary } from '../../ui/list/ListBoundary.tsx';
import type { Tab } from './panel-address.ts';
import { capitalised, type PieceKind, sectionOptions } from './piece-kinds.ts';
import { useFilterChoices } from './use-desk.ts';

type CountedProps = { name: string; of: Tab; filter?: PieceFilter };

/** A name with the current number of matches of the filter; the name alone until that is known. */
export function Counted({ name, of, filter = {} }: CountedProps) {
  return (
    <ReadBoundary query={newsroomCounts(filter)} loading={name} failed={() => name}>
      {(counts) => `${name} (${counts[of]})`}
    </ReadBoundary>
  );
}

type FilterBarProps = {
  kind: PieceKind;
  filter: PieceFilter;
};

/** Filters a list. The filter is in the URL. */
export function FilterBar({ kind: { tab, noun, searched }, filter }: FilterBarProps) {
  const given = Object.fromEntries(
    Object.entries(filter).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  );
  const choices = useFilterChoices(tab, filter);
  const section = [{ value: '', name: 'All sections' }, ...sectionOptions];
  return (
    <search aria-label={`Filter ${noun}s`}>
      <AddressForm className="panel-filter" action="/admin" given={{ tab, ...given }}>
        <input type="hidden" name="tab" value={tab} />
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
        {Object.entries({ section, ...choices }).map(([name, options]) => (
          <SelectField
            key={name}
            name={name}
            label={capitalised(name)}
            choices={options}
            defaultValue={filter[name as keyof PieceFilter] ?? ''}
            onChange={(event) => event.currentTarget.form?.requestSubmit()}
          />
        ))}
      </AddressForm>
    </search>
  );
}
