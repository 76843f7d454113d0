import type { ReactNode } from 'react';
import { newsroomCounts } from '../../../data/newsroom.api.ts';
import { useApi } from '../../../data/use-api.ts';
import { EmptyList } from '../../../ui/list/EmptyList.tsx';
import { ReadBoundary } from '../../../ui/list/ListBoundary.tsx';
import { isNarrowed, panelHref, type Tab } from './panel-address.ts';

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

type NothingFoundProps = {
  tab: Tab;
  filter: Readonly<Record<string, string | undefined>>;
  /** Of a list that is not narrowed. */
  text: string;
};

/** A list without rows: there are none, or none that are wanted. */
export function NothingFound({ tab, filter, text }: NothingFoundProps) {
  if (!isNarrowed(filter)) return <EmptyList text={text} />;
  return (
    <div className="list-state">
      <p className="list-empty">Nothing matches.</p>
      <p>
        <a className="text-link" href={panelHref(tab)} keep-scroll-position="">
          Show all
        </a>
      </p>
    </div>
  );
}

type RowButtonProps = {
  name: string;
  /** The row's title, for screen readers. */
  of: string;
  danger?: boolean;
  onPress: (button: HTMLElement) => void;
};

/** What can be done with a row. */
export function RowActions({ children }: { children: ReactNode }) {
  return <div className="row-actions">{children}</div>;
}

export function RowButton({ name, of, danger = false, onPress }: RowButtonProps) {
  return (
    <button
      type="button"
      className={danger ? 'row-action row-danger' : 'row-action'}
      onClick={(event) => onPress(event.currentTarget)}
    >
      {name}
      <span className="sr-only"> {of}</span>
    </button>
  );
}

export function RowLink({ name, of, href }: { name: string; of: string; href: string }) {
  return (
    <a className="row-action" href={href}>
      {name}
      <span className="sr-only"> {of}</span>
    </a>
  );
}
