/** Who goes to another page goes on there, and a phone's keyboard makes room for it. */
export function toContent(): void {
  document.getElementById('content')?.focus({ preventScroll: true });
}
