/**
 * Makes a press on "Menu" open the drawer, whose code is loaded when a pointer reaches the link. If it can't be loaded,
 * the link to the footer is followed.
 */
export function openMenuOnPress(): void {
  document.addEventListener('pointerover', prepare);
  // In the capture phase, because the router would follow the link.
  document.addEventListener('click', open, true);
}

const load = () => import('./menu-drawer.ts');

const menuLink = ({ target }: Event) =>
  target instanceof Element ? target.closest<HTMLAnchorElement>('.menu-link') : null;

function prepare(event: Event): void {
  if (menuLink(event)) load().catch(() => {});
}

function open(event: MouseEvent): void {
  const link = menuLink(event);
  if (!link || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  event.stopPropagation();
  const { dataset } = document.documentElement;
  dataset['loading'] = '';
  load()
    .then(
      ({ openDrawer }) => openDrawer(),
      () => location.assign(link.href),
    )
    .finally(() => delete dataset['loading']);
}
