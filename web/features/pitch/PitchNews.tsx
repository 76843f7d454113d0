import type { OwnSubmission, SubmissionStep } from '@journal/contracts';
import { DialogButton } from '../../ui/dialog/DialogButton.tsx';
import { CardDate, Paragraphs } from '../article/article-parts.tsx';
import { OwnComments } from './OwnComments.tsx';
import { describeSteps, newestNote } from './own-pitch-texts.ts';

const loadConcern = async () => (await import('./ConcernDialog.tsx')).ConcernDialog;

type PitchNewsProps = { pitch: OwnSubmission; isWorkedOn: boolean };

/** The editors' last message and all steps; collapsed while the writer edits the text. */
export function PitchNews({ pitch, isWorkedOn }: PitchNewsProps) {
  const note = newestNote(pitch);
  const steps = describeSteps(pitch.steps);
  return (
    <aside
      className="own-pitch-news"
      aria-label="What the editors say"
      data-beside={isWorkedOn ? '' : undefined}
    >
      {note ? (
        <section className="own-pitch-note" aria-labelledby="note-title">
          <h2 id="note-title">The editors’ note</h2>
          <p className="own-pitch-day">
            <CardDate at={note.at} />
          </p>
          <Paragraphs text={note.note ?? ''} />
        </section>
      ) : null}
      <OwnComments pitch={pitch} />
      <section className="own-pitch-safety" aria-label="Something wrong?">
        <p>
          Notes and comments are written for the journal, and all editors can read them. Nobody here should
          write to you elsewhere, or ask for your number or your address.
        </p>
        <DialogButton
          className="button"
          name="Report a concern"
          of={pitch.articleTitle}
          load={loadConcern}
          given={() => ({ id: pitch.id })}
        />
      </section>
      <details className="own-pitch-history" open={!isWorkedOn}>
        <summary>What happened so far</summary>
        <ol>
          {steps.map((step) => (
            <Step key={`${step.at} ${step.event}`} step={step} isShown={isSame(step, note)} />
          ))}
        </ol>
      </details>
    </aside>
  );
}

const isSame = (step: SubmissionStep, other: SubmissionStep | undefined) =>
  step.at === other?.at && step.event === other.event;

/** `isShown`: whether its note is already shown above. */
function Step({ step, isShown }: { step: SubmissionStep & { text: string }; isShown: boolean }) {
  return (
    <li>
      <span className="own-pitch-day">
        <CardDate at={step.at} />
      </span>
      <p>{step.text}</p>
      {step.note !== null && !isShown ? (
        <blockquote>
          <Paragraphs text={step.note} />
        </blockquote>
      ) : null}
    </li>
  );
}
