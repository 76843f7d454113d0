import { type SyntheticEvent, useEffect, useRef, useState } from 'react';

/** Returns whether a `details` element is open, even if it was opened before hydration, and the props it needs. */
export function useDetails() {
  const [isOpen, setOpen] = useState(false);
  const ref = useRef<HTMLDetailsElement>(null);
  useEffect(() => setOpen(ref.current?.open ?? false), []);
  const onToggle = ({ currentTarget }: SyntheticEvent<HTMLDetailsElement>) => setOpen(currentTarget.open);
  return [isOpen, { ref, onToggle }] as const;
}
