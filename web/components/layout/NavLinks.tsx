import { usePageContext } from 'vike-react/usePageContext';
import type { SiteLink } from './site-links.ts';

type NavLinksProps = { links: readonly SiteLink[]; onFollow?: () => void };

/** A list of links; the page one is on is marked. */
export function NavLinks({ links, onFollow }: NavLinksProps) {
  const { urlPathname } = usePageContext();
  return (
    <ul>
      {links.map(({ href, name, file }) => (
        <li key={href}>
          <a
            href={href}
            rel={file ? 'external' : undefined}
            data-section={sectionOf(href)}
            aria-current={href === urlPathname ? 'page' : undefined}
            onClick={onFollow}
          >
            {name}
          </a>
        </li>
      ))}
    </ul>
  );
}

function sectionOf(href: string): string | undefined {
  return /^\/(clash|view|culture)$/.exec(href)?.[1];
}
