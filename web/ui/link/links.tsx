import type { MouseEvent } from 'react';
import { usePageContext } from 'vike-react/usePageContext';

/**
 * Returns a click handler that makes a link act in place if scripts run, and leaves it a plain link for a new tab.
 * Stops propagation to the router, which would follow the link anyway.
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
  /** The link's target is a file, which the page router must leave to the browser. */
  readonly file?: true;
};

/** A list of links; the current page's link is marked. */
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
