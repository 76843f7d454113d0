import type { ReactNode } from 'react';

type RowButtonProps = {
  name: string;
  /** What it is done to, for who does not see the row around. */
  of: string;
  danger?: boolean;
  onPress: (button: HTMLElement) => void;
};

/** What can be done with a row. */
export function RowActions({ children }: { children: ReactNode }) {
  return <div className="row-actions">{children}</div>;
}

export function RowButton({ name, of, danger = false, onPress }: RowButtonProps) {
  return (
    <button
      type="button"
      className={danger ? 'row-action row-danger' : 'row-action'}
      onClick={(event) => onPress(event.currentTarget)}
    >
      {name}
      <span className="sr-only"> {of}</span>
    </button>
  );
}

export function RowLink({ name, of, href }: { name: string; of: string; href: string }) {
  return (
    <a className="row-action" href={href}>
      {name}
      <span className="sr-only"> {of}</span>
    </a>
  );
}
