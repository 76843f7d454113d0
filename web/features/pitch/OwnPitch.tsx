import { addressOf, type OwnSubmission } from '@journal/contracts';
import { type ComponentType, useEffect, useRef, useState } from 'react';
import { failureMessage } from '../../data/api.ts';
import { withStorage } from '../../data/browser-storage.ts';
import { holdsOwnEdit } from '../../data/forget-draft.ts';
import { readPiece, type TaggedPiece } from '../../data/newsroom.api.ts';
import { useSession } from '../../data/use-api.ts';
import { useLoaded } from '../../ui/dialog/use-loaded.ts';
import { showToast } from '../../ui/toast/toast.ts';
import { removeOldDrafts } from '../admin/edit-draft.ts';
import { CardDate, Paragraphs } from '../article/article-parts.tsx';
import { SectionBadge } from '../section/SectionMark.tsx';
import type { EditOwnPitchProps } from './EditOwnPitch.tsx';
import type { WithdrawDialogProps } from './WithdrawDialog.tsx';
import { wordCountOf } from './WordCount.tsx';

/** A pitch as its writer reads it: what became of it, its text, and ways to change it until somebody takes it up. */
export function OwnPitch({ pitch }: { pitch: OwnSubmission }) {
  const title = useRef<HTMLHeadingElement>(null);
  const [editor, setEditor] = useState<Editor>();
  const isOpen = pitch.status === 'pending' && !pitch.isTakenUp;
  /** For the buttons are gone; a question over the page holds the focus until it is closed. */
  const leave = () => {
    setEditor(undefined);
    setTimeout(() => title.current?.focus());
  };
  return (
    <li>
      <p className="own-pitch-line">
        <SectionBadge section={pitch.section} />
        <CardDate at={pitch.createdAt} />
      </p>
      <h3 ref={title} tabIndex={-1}>
        {pitch.articleTitle}
      </h3>
      <Outcome pitch={pitch} />
      {editor ? (
        <editor.Form
          id={pitch.id}
          piece={editor.piece}
          isAsked={editor.isAsked}
          saved={<PitchText pitch={pitch} title="Read the version that is saved" />}
          onDone={leave}
        />
      ) : (
        <>
          <PitchText pitch={pitch} title="Read what you pitched" />
          {isOpen ? <Ways pitch={pitch} edit={setEditor} onWithdrawn={leave} /> : null}
        </>
      )}
    </li>
  );
}

const outcomes: Readonly<Record<OwnSubmission['status'], readonly [state: string, text: string]>> = {
  pending: ['With the editors.', 'We read every pitch, and get back to you soon.'],
  published: ['Published.', 'Thank you for writing for us.'],
  declined: ['Not taken this time.', 'An editor has written you why.'],
  withdrawn: ['Withdrawn.', 'You have taken it back. You can pitch it again whenever you like.'],
  deleted: ['Not taken this time.', 'Thank you for letting us read it. We would like to read your next one.'],
};

function Outcome({ pitch: { status, articleId, isTakenUp } }: { pitch: OwnSubmission }) {
  const [state, text] = outcomes[status];
  const isEdited = status === 'pending' && isTakenUp;
  return (
    <p>
      <strong>{state}</strong>
      {isEdited ? ' An editor has taken it up and is working on it.' : ` ${text}`}
      {status === 'published' && articleId !== null ? (
        <>
          {' '}
          <a className="text-link" href={`/article/${articleId}`}>
            Read it in the journal
          </a>
        </>
      ) : null}
    </p>
  );
}

function PitchText({ pitch, title }: { pitch: OwnSubmission; title: string }) {
  return (
    <details className="own-pitch-text">
      <summary>
        {title}
        <span className="sr-only">: {pitch.articleTitle}</span> ({wordCountOf(pitch.fullEssay).count})
      </summary>
      <p>
        By {pitch.fullName}, {pitch.age}
        {pitch.school ? `, ${pitch.school}` : null}
      </p>
      <p className="own-pitch-summary" dir="auto">
        {pitch.articleSummary}
      </p>
      <Paragraphs text={pitch.fullEssay} />
    </details>
  );
}

type Editor = {
  readonly Form: ComponentType<EditOwnPitchProps>;
  readonly piece: NonNullable<TaggedPiece>;
  readonly isAsked: boolean;
};
type WaysProps = { pitch: OwnSubmission; edit: (editor: Editor) => void; onWithdrawn: () => void };

const loadWithdraw = async () => (await import('./WithdrawDialog.tsx')).WithdrawDialog;

function Ways({ pitch: { id, articleTitle }, edit, onWithdrawn }: WaysProps) {
  const { Loaded, openProps, openerProps, show } = useLoaded<WithdrawDialogProps, HTMLButtonElement>(
    loadWithdraw,
  );
  const user = useSession();
  // What was typed and not saved is there again.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => {
    withStorage((storage) => removeOldDrafts(storage, Date.now()));
    if (user && holdsOwnEdit(user.id, id)) void open(false);
  }, []);
  async function open(isAsked: boolean) {
    try {
      const path = addressOf('GET /api/submissions/mine/:id', { params: { id } });
      const [{ EditOwnPitch }, piece] = await Promise.all([import('./EditOwnPitch.tsx'), readPiece(path)]);
      if (piece) edit({ Form: EditOwnPitch, piece, isAsked });
    } catch (error) {
      const text = failureMessage(error, 'Please try again.');
      showToast({ title: 'Your pitch could not be opened.', text, variant: 'destructive' });
    }
  }
  const of = <span className="sr-only"> “{articleTitle}”</span>;
  return (
    <div className="profile-actions">
      <button type="button" className="button" onClick={() => void open(true)}>
        Edit{of}
      </button>
      <button type="button" className="button" aria-haspopup="dialog" onClick={show} {...openerProps}>
        Withdraw{of}
      </button>
      {Loaded && openProps.open ? <Loaded {...openProps} id={id} onWithdrawn={onWithdrawn} /> : null}
    </div>
  );
}
