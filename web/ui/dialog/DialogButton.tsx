import { type ComponentType, useRef } from 'react';
import { type OpenProps, useLoaded } from './use-loaded.ts';

type DialogButtonProps = {
  name: string;
  className: string;
  load: () => Promise<ComponentType<OpenProps>>;
};

/** Opens a dialog whose code is prefetched on hover or focus; each opening begins with a new one. */
export function DialogButton({ name, className, load }: DialogButtonProps) {
  const opener = useRef<HTMLButtonElement>(null);
  const { Loaded: Dialog, open, setOpen, show, prepare } = useLoaded(load);
  return (
    <>
      <button
        ref={opener}
        type="button"
        className={className}
        aria-haspopup="dialog"
        onPointerEnter={prepare}
        onFocus={prepare}
        onClick={show}
      >
        {name}
      </button>
      {Dialog && open ? <Dialog open={open} onOpenChange={setOpen} opener={opener} /> : null}
    </>
  );
}
