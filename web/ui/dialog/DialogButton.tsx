import type { ComponentType } from 'react';
import { type OpenProps, useLoaded } from './use-loaded.ts';

type DialogButtonProps<Props extends OpenProps> = {
  name: string;
  /** What it is about, for those who hear the name without seeing the place. */
  of?: string;
  className: string;
  load: () => Promise<ComponentType<Props>>;
  /** What the dialog is given beside, when it opens. */
  given?: () => Omit<Props, keyof OpenProps>;
};

/** Opens a dialog whose code is prefetched on hover or focus; each opening begins with a new one. */
export function DialogButton<Props extends OpenProps>({
  name,
  of,
  className,
  load,
  given,
}: DialogButtonProps<Props>) {
  const { Loaded: Dialog, openProps, openerProps, show } = useLoaded<Props, HTMLButtonElement>(load);
  return (
    <>
      <button type="button" className={className} aria-haspopup="dialog" onClick={show} {...openerProps}>
        {name}
        {of === undefined ? null : <span className="sr-only"> {of}</span>}
      </button>
      {Dialog && openProps.open ? <Dialog {...({ ...openProps, ...given?.() } as Props)} /> : null}
    </>
  );
}
