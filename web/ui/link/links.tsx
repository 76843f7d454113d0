import type { MouseEvent } from 'react';
import { usePageContext } from 'vike-react/usePageContext';

/**
 * Returns a click handler by which a link acts in place where scripts run, and stays a plain link for a new tab.
 * Stops the event on its way to the router, which would follow the link all the same.
 */
export function onPress(act: () => void): (event: MouseEvent) => void {
  return (event) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    act();
  };
}

export type SiteLink = {
  readonly href: string;
  readonly name: string;
  /** The target is a file, which the page router must leave to the browser. */
  readonly file?: true;
};

/** A list of links; the page one is on is marked. */
export function NavLinks({ links }: { links: readonly SiteLink[] }) {
  const { urlPathname } = usePageContext();
  return (
    <ul>
      {links.map(({ href, name, file }) => (
        <li key={href}>
          <a
            href={href}
            rel={file ? 'external' : undefined}
            data-section={/^\/(clash|view|culture)$/.exec(href)?.[1]}
            aria-current={href === urlPathname ? 'page' : undefined}
          >
            {name}
          </a>
        </li>
      ))}
    </ul>
  );
}
