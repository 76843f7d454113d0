import '../../styles/newsroom.css';
import type { ReactNode } from 'react';

type NewsroomHeadProps = {
  title: ReactNode;
  lead?: string | undefined;
  /** Links beside that to the panel. */
  children?: ReactNode;
  panelHref?: string;
};

/** The head of a page of the newsroom: the way back to the panel, what the page is, and what to know of it. */
export function NewsroomHead({ title, lead, children, panelHref = '/admin' }: NewsroomHeadProps) {
  return (
    <header className="newsroom-head">
      <p className="newsroom-ways">
        <a className="text-link" href={panelHref}>
          Admin Panel
        </a>
        {children}
      </p>
      <h1>{title}</h1>
      {lead ? <p className="newsroom-lead">{lead}</p> : null}
    </header>
  );
}
