import { type RefObject, useRef, useState } from 'react';

/**
 * A question about one of the rows. The focus goes back to what asked it; after a yes, which may take the row away, to
 * `afterwards`.
 */
export function useQuestion<Row>(afterwards: RefObject<HTMLElement | null>) {
  const [row, setRow] = useState<Row>();
  const [open, setOpen] = useState(false);
  const opener = useRef<HTMLElement | null>(null);
  return {
    row,
    ask(about: Row, asker: HTMLElement) {
      opener.current = asker;
      setRow(about);
      setOpen(true);
    },
    agreed: () => {
      opener.current = afterwards.current;
    },
    dialog: { open, onOpenChange: setOpen, opener },
  };
}
