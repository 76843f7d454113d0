import type { OwnSubmission } from '@journal/contracts';
import { useJournalZone } from '../time/journal-time.ts';
import { stateOf } from './own-pitch-texts.ts';

/** The state of a pitch, in a sentence or two, with a link to its article if there is one. */
export function PitchState({ pitch }: { pitch: OwnSubmission }) {
  const { state, text } = stateOf(pitch, useJournalZone());
  return (
    <p className="own-pitch-state">
      <strong>{state}</strong> {text}
      {pitch.awaitsConsent ? ' It needs a parent’s or guardian’s consent before it can be published.' : null}
      {pitch.articleId !== null && (pitch.articleState ?? 'shown') === 'shown' ? (
        <>
          {' '}
          <a className="text-link" href={`/article/${pitch.articleId}`}>
            Read it in the journal
          </a>
        </>
      ) : null}
    </p>
  );
}
