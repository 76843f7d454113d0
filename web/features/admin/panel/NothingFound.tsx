import { EmptyList } from '../../../ui/list/EmptyList.tsx';
import { isNarrowed, panelHref, type Tab } from './panel-address.ts';

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
