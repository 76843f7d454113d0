import { newsroomCounts } from '../../../data/newsroom.queries.ts';
import { useApi } from '../../../data/use-api.ts';
import { ReadBoundary } from '../../../ui/list/ReadBoundary.tsx';
import type { Tab } from './panel-address.ts';

type CountedProps = { name: string; of: Tab };

/** A name and how many there are, as it is now; the name alone where that is not known. */
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
