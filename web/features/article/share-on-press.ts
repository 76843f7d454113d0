/**
 * Makes every link with `data-share`, a title, share its URL through the device when pressed, or copy it if the device
 * can't share. If neither works, the URL is shown for copying by hand.
 */
export function shareOnPress(): void {
  // In the capture phase, because the router would follow the link.
  document.addEventListener('click', share, true);
}

function share(event: MouseEvent): void {
  const link = event.target instanceof Element && event.target.closest<HTMLAnchorElement>('[data-share]');
  if (!link || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  event.stopPropagation();
  const { href: url, dataset, nextElementSibling: status } = link;
  const tell = (text: string) => status?.replaceChildren(text);
  const copy = () =>
    navigator.clipboard.writeText(url).then(
      () => tell('Link copied'),
      () => tell(url),
    );
  if (navigator.share)
    navigator
      .share({ title: dataset['share'] ?? '', url })
      .catch(({ name }: Error) => (name === 'AbortError' ? undefined : copy()));
  else if (navigator.clipboard) void copy();
  else tell(url);
}
