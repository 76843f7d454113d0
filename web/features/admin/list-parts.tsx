import type { FormEvent } from 'react';
import { navigate } from 'vike/client/router';
import { newsroomCounts, type PieceFilter } from '../../data/newsroom.api.ts';
import { useApi } from '../../data/use-api.ts';
import { Field, SelectField } from '../../ui/form/fields.tsx';
import { EmptyList, NothingMatches, ReadBoundary } from '../../ui/list/ListBoundary.tsx';
import { filterChoices, isNarrowed, panelHref, type Tab } from './panel-address.ts';
import { capitalised, type PieceKind, sectionOptions } from './piece-kinds.ts';

type CountedProps = { name: string; of: Tab };

/** A name with the current count; the name alone while the count is unknown. */
export function Counted(props: CountedProps) {
  return (
    <ReadBoundary query={newsroomCounts()} loading={props.name} failed={() => props.name}>
      <Known {...props} />
    </ReadBoundary>
  );
}

function Known({ name, of }: CountedProps) {
  return `${name} (${useApi(newsroomCounts())[of]})`;
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

type NothingFoundProps = {
  tab: Tab;
  filter: PieceFilter;
  /** Of a list that is not filtered. */
  text: string;
};

/** A list without rows: there are none, or the filter lets none through. */
export function NothingFound({ tab, filter, text }: NothingFoundProps) {
  return isNarrowed(filter) ? <NothingMatches allHref={panelHref(tab)} /> : <EmptyList text={text} />;
}
