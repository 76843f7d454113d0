import type { ApiError, Submission } from '@journal/contracts';
import { type ReactNode, useState } from 'react';
import type { TaggedPiece } from '../../data/newsroom.api.ts';
import { useSignedOut } from '../../ui/form/use-signed-out.tsx';
import { tagOf } from './pitch-steps.ts';
import { changesBetween } from './stage-labels.ts';
import { useRefetch } from './use-change.ts';
import { useEditorNames } from './use-desk.ts';
import { useNewest } from './use-newest.ts';

/**
 * The version of a pitch that the editor using a form has seen: as of opening the form, and after a refusal, with the
 * changes by others that `notice` reports.
 */
export function useSeenPitch(pitch: Submission) {
  const [outdated, setOutdated] = useState<string>();
  const [wasRefused, setRefused] = useState(false);
  const session = useSignedOut();
  const { now } = useNewest({ kind: 'submissions', id: pitch.id }, outdated);
  const [seen, setSeen] = useState<TaggedPiece>(null);
  const refetch = useRefetch();
  const nameOf = useEditorNames();
  const isAdopted = now && now.etag !== seen?.etag && (seen === null || outdated !== undefined);
  if (isAdopted) {
    setSeen(now);
    setOutdated(undefined);
  }
  const changes = seen && changesBetween(pitch, seen.row as Submission, nameOf);
  return {
    etag: async () => seen?.etag ?? tagOf(pitch),
    /** Handles a refusal. Returns true if `notice` says everything there is to say. */
    refuse(error: ApiError): boolean {
      const { status } = error;
      if (status === 404 || status === 409 || status === 412) {
        // A pitch that is no longer pending is refused for that reason, not because of its changes.
        if (status === 412 || seen?.row['status'] === 'pending') setOutdated(seen?.etag);
        setRefused(true);
        refetch();
      }
      return session.refuse(error) || status === 412;
    },
    notice: session.notice ?? <ChangeNotice {...noticeOf()} />,
  };

  function noticeOf(): { text: string } {
    if (now === null) return { text: 'This submission has been deleted meanwhile.' };
    if (outdated !== undefined) return { text: `${changed} Reading their version...` };
    if (changes) return { text: `${changed} ${changes}` };
    return { text: wasRefused ? `${changed} Everything shown here is as it was.` : '' };
  }
}

const changed = 'Someone else has changed this submission since you opened it.';

function ChangeNotice({ text }: { text: string }): ReactNode {
  return text ? (
    <p className="form-notice" role="alert">
      {text} What you typed is still here.
    </p>
  ) : null;
}
