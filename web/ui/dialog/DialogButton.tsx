import type { ComponentType } from 'react';
import { type OpenProps, useLoaded } from './use-loaded.ts';

type DialogButtonProps = {
  name: string;
  className: string;
  load: () => Promise<ComponentType<OpenProps>>;
};

/** Opens a dialog whose code is prefetched on hover or focus; each opening begins with a new one. */
export function DialogButton({ name, className, load }: DialogButtonProps) {
  const { Loaded: Dialog, openProps, openerProps, show } = useLoaded<OpenProps, HTMLButtonElement>(load);
  return (
    <>
      <button type="button" className={className} aria-haspopup="dialog" onClick={show} {...openerProps}>
        {name}
      </button>
      {Dialog && openProps.open ? <Dialog {...openProps} /> : null}
    </>
  );
}
