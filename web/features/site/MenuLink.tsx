import { lazy, Suspense, useRef, useState } from 'react';
import { onPress } from '../../ui/link/press.ts';

const loadDrawer = () => import('./MenuDrawer.tsx');
const MenuDrawer = lazy(loadDrawer);

/**
 * The way to the links on small screens. A link to the same links in the footer until scripts run; then it opens the
 * drawer, whose code is fetched when a finger or the focus comes near.
 */
export function MenuLink() {
  const [open, setOpen] = useState(false);
  const [used, setUsed] = useState(false);
  const link = useRef<HTMLAnchorElement>(null);
  return (
    <>
      {/* biome-ignore lint/a11y/useValidAnchor: it leads to the footer's links wherever the drawer can't open */}
      <a
        ref={link}
        className="menu-link"
        href="#site-links"
        aria-haspopup="dialog"
        aria-expanded={open}
        onPointerEnter={loadDrawer}
        onFocus={loadDrawer}
        onClick={onPress(() => {
          setUsed(true);
          setOpen(true);
        })}
      >
        <svg width="20" height="14" viewBox="0 0 20 14" fill="currentColor" aria-hidden="true">
          <path d="M0 0h20v2H0zm0 6h20v2H0zm0 6h13v2H0z" />
        </svg>
        Menu
      </a>
      {used ? (
        <Suspense>
          <MenuDrawer open={open} onOpenChange={setOpen} opener={link} />
        </Suspense>
      ) : null}
    </>
  );
}
