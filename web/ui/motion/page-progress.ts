/** Says on the root element that the next page is being read; the style sheet shows it where that takes a while. */
export function showPageProgress(): void {
  document.documentElement.dataset.loading = '';
}

export function hidePageProgress(): void {
  delete document.documentElement.dataset.loading;
}
