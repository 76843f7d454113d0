import { type SyntheticEvent, useEffect, useRef, useState } from 'react';

/** Returns whether a `details` is open, also where it was opened before it was hydrated, and what it has to be given. */
export function useDetails() {
  const [isOpen, setOpen] = useState(false);
  const ref = useRef<HTMLDetailsElement>(null);
  useEffect(() => setOpen(ref.current?.open ?? false), []);
  const onToggle = ({ currentTarget }: SyntheticEvent<HTMLDetailsElement>) => setOpen(currentTarget.open);
  return [isOpen, { ref, onToggle }] as const;
}
