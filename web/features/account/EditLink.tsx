import { usePageContext } from 'vike-react/usePageContext';
import { useSession } from '../../data/use-api.ts';
import { editLink } from './account-links.ts';

/**
 * Links a page to its form for users who may edit it; empty for everybody else. A kept page has at most one such place,
 * which is filled in for an editor before the page is sent (`web/server/kept/session-slots.ts`).
 */
export function EditLink() {
  const user = useSession();
  const { urlPathname } = usePageContext();
  const link = user ? editLink(user, urlPathname) : undefined;
  return (
    <span className="edit-link">
      {link ? (
        <a className="text-link" href={link.href}>
          {link.name}
        </a>
      ) : null}
    </span>
  );
}
