/**
 * Whether a paragraph can begin with a drop cap: its first letter must be of a script whose letters stand alone and
 * have capitals, after an opening quote at most.
 */
export function takesDropCap(paragraph: string): boolean {
  return (
    paragraph.length > 80 &&
    /^["'“‘«„]?[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}]/u.test(paragraph)
  );
}
