import { useAtomValue } from 'jotai';
import { isAbleTo } from '../../data/session.ts';
import { useSession } from '../../data/use-api.ts';
import { AdminOnly } from '../../features/admin/AdminOnly.tsx';
import { AdminPanel } from '../../features/admin/AdminPanel.tsx';
import { unsavedAtom } from '../../ui/dialog/unsaved.ts';

/** A user who lost their rights keeps unsaved forms, and sees nothing else of the newsroom. */
export default function Page() {
  const user = useSession();
  return (
    <AdminOnly
      title="Admin Panel"
      needs="read-pitches"
      staysOpen={Object.keys(useAtomValue(unsavedAtom)).length > 0}
    >
      <AdminPanel closed={!isAbleTo(user, 'read-pitches')} />
    </AdminOnly>
  );
}
