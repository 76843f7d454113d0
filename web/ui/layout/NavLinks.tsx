import { usePageContext } from 'vike-react/usePageContext';

export type SiteLink = {
  readonly href: string;
  readonly name: string;
  /** The target is a file, which the page router must leave to the browser. */
  readonly file?: true;
};

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
