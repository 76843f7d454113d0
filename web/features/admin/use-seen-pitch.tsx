import type { ApiError, Submission } from '@journal/contracts';
import { type ReactNode, useState } from 'react';
import type { TaggedPiece } from '../../data/newsroom.api.ts';
import { tagOf } from './pitch-steps.ts';
import { SignedOutNotice } from './SignedOutNotice.tsx';
import { changesBetween } from './stage-words.ts';
import { useRefetch } from './use-change.ts';
import { useEditorNames } from './use-desk.ts';
import { useNewest } from './use-newest.ts';

/**
 * What an editor has seen of a pitch that a form is about: as it was when the form opened, and after a refusal, as others
 * have made it meanwhile, which `notice` tells.
 */
export function useSeenPitch(pitch: Submission) {
  const [outdated, setOutdated] = useState<string>();
  const [wasRefused, setRefused] = useState(false);
  const [isSignedOut, setSignedOut] = useState(false);
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
    /** Handles a refusal; true where `notice` says all that there is to say. */
    refuse({ status }: ApiError): boolean {
      setSignedOut(status === 401);
      if (status === 404 || status === 409 || status === 412) {
        // What is no longer pending is refused as it is, not for what is new of it.
        if (status === 412 || seen?.row['status'] === 'pending') setOutdated(seen?.etag);
        setRefused(true);
        refetch();
      }
      return status === 401 || status === 412;
    },
    notice: isSignedOut ? <SignedOutNotice /> : <Meanwhile {...noticeOf()} />,
  };

  function noticeOf(): { text: string } {
    if (now === null) return { text: 'This submission has been deleted meanwhile.' };
    if (outdated !== undefined) return { text: `${changed} Reading their version...` };
    if (changes) return { text: `${changed} ${changes}` };
    return { text: wasRefused ? `${changed} It is back to how it was.` : '' };
  }
}

const changed = 'Someone else has changed this submission since you opened it.';

function Meanwhile({ text }: { text: string }): ReactNode {
  return text ? (
    <p className="form-notice" role="alert">
      {text} What you typed is still here.
    </p>
  ) : null;
}
