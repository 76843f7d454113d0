import type { OwnSubmission } from '@journal/contracts';
import { useLazyComponent } from '../../ui/dialog/use-lazy-component.ts';
import type { HidePieceDialogProps } from './HidePieceDialog.tsx';

const loadDialog = async () => (await import('./HidePieceDialog.tsx')).HidePieceDialog;

/** The writer's action on a published piece: hiding it from readers, immediately and without giving a reason. */
export function OwnPiece({ pitch }: { pitch: OwnSubmission }) {
  const { Loaded, openProps, openerProps, show } = useLazyComponent<HidePieceDialogProps, HTMLButtonElement>(
    loadDialog,
  );
  const { id, articleState } = pitch;
  if (articleState !== 'shown' && articleState !== 'hidden' && articleState !== 'waiting') return null;
  const isHidden = articleState === 'hidden';
  return (
    <section className="own-piece" aria-labelledby="own-piece-title">
      <h2 id="own-piece-title">{isHidden ? 'Your piece is hidden' : 'Would you rather hide your piece?'}</h2>
      <p>
        {isHidden
          ? 'Nobody reads it now. The editors know, and may take your name off it or remove it for good. Only you can show it again, and if a parent or guardian has withdrawn their consent, they have to agree again first.'
          : 'You can hide your piece at any time. It disappears from the journal at once, and you don’t have to say why.'}
      </p>
      <div className="profile-actions">
        <button
          type="button"
          className={isHidden ? 'button' : 'button button-danger'}
          aria-haspopup="dialog"
          onClick={show}
          {...openerProps}
        >
          {isHidden ? 'Show it again' : 'Hide my piece now'}
        </button>
      </div>
      {Loaded && openProps.open ? <Loaded {...openProps} id={id} isHidden={isHidden} /> : null}
    </section>
  );
}
