import '../../styles/newsroom.css';
import type { ReactNode } from 'react';

type NewsroomHeadProps = {
  title: ReactNode;
  lead?: string | undefined;
  /** Further links beside the one to the panel. */
  children?: ReactNode;
  panelHref?: string;
};

/** The head of a newsroom page: a link back to the panel, a title and an introduction. */
export function NewsroomHead({ title, lead, children, panelHref = '/admin' }: NewsroomHeadProps) {
  return (
    <header className="newsroom-head">
      <p className="newsroom-ways">
        <a className="text-link" href={panelHref}>
          Admin Panel
        </a>
        {children}
      </p>
      <h1 tabIndex={-1}>{title}</h1>
      {lead ? <p className="newsroom-lead">{lead}</p> : null}
    </header>
  );
}
