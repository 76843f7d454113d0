/** A text split at its blank lines; single line breaks stay inside their paragraph. Never gives an empty one. */
export function paragraphs(text: string): string[] {
  return text
    .split(/\r?\n(?:[^\S\n]*\r?\n)+/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== '');
}
