/** Returns the newsroom's name for a choice of cover: the motif's name, or how it is chosen automatically. */
export function coverName(cover: string): string {
  if (cover === 'auto') return 'Chosen from the title';
  return cover.charAt(0).toUpperCase() + cover.slice(1).replaceAll('-', ' ');
}
