import '../../styles/account.css';
import '../../styles/form.css';
import '../../styles/own-pitch.css';
import type { OwnSubmission } from '@journal/contracts';
import { useRef } from 'react';
import { useApi, useSession } from '../../data/use-api.ts';
import { ownPitch } from '../../data/writer.api.ts';
import { UnsavedGuard } from '../../ui/dialog/UnsavedGuard.tsx';
import { useLazyComponent } from '../../ui/dialog/use-lazy-component.ts';
import { NeedsScripts } from '../../ui/form/form-parts.tsx';
import { CardDate } from '../article/article-parts.tsx';
import { AskGuardian } from '../consent/AskGuardian.tsx';
import { SectionBadge } from '../section/SectionMark.tsx';
import { setByline, textsOfByline } from './byline-texts.ts';
import { EditorsChanges } from './EditorsChanges.tsx';
import { OwnByline } from './OwnByline.tsx';
import { OwnPiece } from './OwnPiece.tsx';
import { isEditable } from './own-pitch-texts.ts';
import { PitchNews } from './PitchNews.tsx';
import { PitchState } from './PitchState.tsx';
import { PitchText } from './PitchText.tsx';
import { startDraftFrom } from './pitch-draft.ts';
import { usePitchForm } from './use-pitch-form.ts';
import type { WithdrawDialogProps } from './WithdrawDialog.tsx';

/** A pitch as its writer sees it: its state, the editors' messages, and its text, for editing. */
export function OwnPitchPage({ id }: { id: string }) {
  const pitch = useApi(ownPitch(id));
  const title = useRef<HTMLHeadingElement>(null);
  const { form, open, close } = usePitchForm(pitch);
  /** The buttons are gone, and a dialog keeps the focus until it is closed. */
  const leave = () => {
    close();
    setTimeout(() => title.current?.focus());
  };
  const isWorkedOn = form !== undefined;
  const actions = (
    <PitchActions pitch={pitch} isWorkedOn={isWorkedOn} edit={() => open(true)} onWithdrawn={leave} />
  );
  return (
    <article className="page own-pitch" aria-labelledby="own-pitch-title">
      <header className="own-pitch-head">
        <a className="text-link" href="/profile#pitches">
          Your pitches
        </a>
        <p className="own-pitch-line">
          <SectionBadge section={pitch.section} />
          <CardDate at={pitch.createdAt} />
        </p>
        <h1 id="own-pitch-title" ref={title} tabIndex={-1} dir="auto">
          {pitch.articleTitle}
        </h1>
        <PitchState pitch={pitch} />
        <Again pitch={pitch} />
      </header>
      <PitchNews pitch={pitch} isWorkedOn={isWorkedOn} />
      <div className="own-pitch-work">
        {pitch.awaitsConsent || pitch.articleState === 'hidden' ? <AskGuardian age={pitch.age} /> : null}
        {/* Always there, so that screen readers announce the text when it appears. */}
        <div role="status">
          {pitch.isNameWithheld ? (
            <p>The editors have taken your name off your piece. If you want it back, please ask them.</p>
          ) : null}
        </div>
        {pitch.status === 'pending' || (pitch.status === 'published' && !pitch.isNameWithheld) ? (
          <OwnByline key={JSON.stringify(pitch.byline)} pitch={pitch} />
        ) : null}
        <OwnPiece pitch={pitch} />
        {pitch.status === 'published' ? <EditorsChanges id={pitch.id} /> : null}
        {form === undefined ? (
          <>
            {actions}
            <PitchText pitch={pitch} title="Your text" isOpen={isRead(pitch)} />
          </>
        ) : null}
        {form === 'opening' ? (
          <>
            <p role="status" className="own-pitch-opening">
              Opening the form...
            </p>
            <NeedsScripts />
            <div className="own-pitch-unscripted">
              <PitchText pitch={pitch} title="Your text" isOpen />
            </div>
          </>
        ) : null}
        {form === 'failed' ? (
          <div className="list-state" role="alert">
            <p>The form could not be opened.</p>
            <button type="button" className="button" onClick={() => open(true)}>
              Try again
            </button>
          </div>
        ) : null}
        {typeof form === 'object' ? (
          <form.Form
            key={pitch.id}
            id={pitch.id}
            piece={form.piece}
            isAgain={form.isAgain}
            isOpenedByUser={form.isOpenedByUser}
            saved={<PitchText pitch={pitch} title="Read the version that is saved" isOpen={false} />}
            onDone={leave}
          />
        ) : null}
        {isWorkedOn ? actions : null}
      </div>
      <UnsavedGuard />
    </article>
  );
}

/** A published pitch is read as an article, and a withdrawn one isn't shown. */
const isRead = ({ status }: OwnSubmission) => status === 'pending' || status === 'declined';

/** Starts a new pitch with the same text. */
function Again({ pitch }: { pitch: OwnSubmission }) {
  const user = useSession();
  if (pitch.status !== 'declined' && pitch.status !== 'withdrawn') return null;
  return (
    <a
      className="button"
      href="/contact"
      onClick={() => {
        if (!user) return;
        startDraftFrom(user.id, pitch);
        setByline(user.id, textsOfByline(pitch.byline));
      }}
    >
      Pitch again
    </a>
  );
}

const loadWithdraw = async () => (await import('./WithdrawDialog.tsx')).WithdrawDialog;

type PitchActionsProps = {
  pitch: OwnSubmission;
  isWorkedOn: boolean;
  edit: () => void;
  onWithdrawn: () => void;
};

function PitchActions({ pitch, isWorkedOn, edit, onWithdrawn }: PitchActionsProps) {
  const { Loaded, openProps, openerProps, show } = useLazyComponent<WithdrawDialogProps, HTMLButtonElement>(
    loadWithdraw,
  );
  if (pitch.status !== 'pending') return null;
  return (
    <div className="profile-actions">
      {isEditable(pitch) && !isWorkedOn ? (
        <button type="button" className="button" onClick={edit}>
          Edit
        </button>
      ) : null}
      <button type="button" className="button" aria-haspopup="dialog" onClick={show} {...openerProps}>
        Withdraw
      </button>
      {Loaded && openProps.open ? <Loaded {...openProps} id={pitch.id} onWithdrawn={onWithdrawn} /> : null}
    </div>
  );
}
