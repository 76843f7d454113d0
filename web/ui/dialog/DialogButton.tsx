import type { ComponentType } from 'react';
import { type OpenProps, useLazyComponent } from './use-lazy-component.ts';

type DialogButtonProps<Props extends OpenProps> = {
  name: string;
  /** Subject of the action, for screen reader users, who may hear the name out of context. */
  of?: string;
  className: string;
  load: () => Promise<ComponentType<Props>>;
  /** Returns further props of the dialog; called at each rendering while it is open, which therefore follows changes. */
  given?: () => Omit<Props, keyof OpenProps>;
};

/** Opens a dialog whose code is prefetched on hover or focus. Each opening mounts a new dialog. */
export function DialogButton<Props extends OpenProps>({
  name,
  of,
  className,
  load,
  given,
}: DialogButtonProps<Props>) {
  const { Loaded: Dialog, openProps, openerProps, show } = useLazyComponent<Props, HTMLButtonElement>(load);
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
