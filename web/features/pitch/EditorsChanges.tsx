import '../../styles/history.css';
import { ownDifferences } from '../../data/writer.api.ts';
import { ListBoundary } from '../../ui/list/ListBoundary.tsx';
import { Differences } from '../history/Differences.tsx';

/** The differences between the published text and the writer's, word by word. */
export function EditorsChanges({ id }: { id: string }) {
  return (
    <section className="history own-pitch-changes" aria-labelledby="changes-title">
      <h2 id="changes-title">What the editors changed</h2>
      <ListBoundary query={ownDifferences(id)} loading="Comparing the texts...">
        {(differences) =>
          differences.length === 0 ? (
            <p>Nothing: it was published word for word as you sent it.</p>
          ) : (
            <Differences differences={differences} noun="pitch" title="Word by word" />
          )
        }
      </ListBoundary>
    </section>
  );
}
