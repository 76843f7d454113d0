import { type ReactNode, useEffect, useId, useRef } from 'react';

/** A part of the panel with a form. Takes the focus when it opens. Ctrl+S or Cmd+S saves it from anywhere. */
export function PanelForm({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  const section = useRef<HTMLElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  useEffect(() => {
    const save = (event: KeyboardEvent) => {
      const isSave = (event.ctrlKey || event.metaKey) && !event.altKey && event.key.toLowerCase() === 's';
      const hasOpenDialog = document.querySelector('[role$=dialog][data-state=open]') !== null;
      if (!isSave || hasOpenDialog || !section.current?.checkVisibility()) return;
      event.preventDefault();
      section.current.querySelector<HTMLFormElement>('.piece-form:not([hidden])')?.requestSubmit();
    };
    addEventListener('keydown', save);
    return () => removeEventListener('keydown', save);
  }, []);
  return (
    <section className="panel-form" aria-labelledby={id} ref={section}>
      <h2 id={id} ref={heading} tabIndex={-1}>
        {title}
      </h2>
      {children}
    </section>
  );
}
