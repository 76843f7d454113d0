/**
 * Makes the children of a node equal to those of another. Children that are already equal are neither replaced nor
 * moved unnecessarily, so focus, selection, scroll positions and open details are preserved. Scripts and links are left
 * alone, as is the search box, whose own code controls its state.
 */
export function patchChildren(parent: Node, wanted: Node): void {
  const before = contentOf(parent);
  const after = contentOf(wanted);
  const end = before.at(-1)?.nextSibling ?? null;
  const twins = twinsOf(before, after);
  const kept = new Set(twins.values());
  let at = contentFrom(parent.firstChild, end);
  const next = () => contentFrom(at?.nextSibling, end);
  const remove = () => {
    const removed = at;
    at = next();
    removed?.remove();
  };
  for (const node of after) {
    const twin = twins.get(node);
    while (twin && at && !kept.has(at)) remove();
    if (at && at === twin) at = next();
    else if (at && !twin && !kept.has(at) && at.nodeName === node.nodeName) {
      patch(at, node);
      at = next();
    } else parent.insertBefore(twin ?? document.importNode(node, true), at ?? end);
  }
  while (at) remove();
}

const contentOf = (node: Node): ChildNode[] => [...node.childNodes].filter(isContent);

const isContent = ({ nodeName }: Node): boolean => nodeName !== 'SCRIPT' && nodeName !== 'LINK';

/** Returns the node, or the first sibling after it that is content and before `end`. */
function contentFrom(node: ChildNode | null | undefined, end: ChildNode | null): ChildNode | undefined {
  let at = node;
  while (at && at !== end && !isContent(at)) at = at.nextSibling;
  return at && at !== end ? at : undefined;
}

/** Maps nodes of `after` to equal nodes of `before`, each used once, in order. */
function twinsOf(before: readonly ChildNode[], after: readonly ChildNode[]): Map<ChildNode, ChildNode> {
  const left = Map.groupBy(before, comparisonKeyOf);
  const twins = new Map<ChildNode, ChildNode>();
  for (const node of after) {
    const alike = left.get(comparisonKeyOf(node)) ?? [];
    const index = alike.findIndex((other) => other.isEqualNode(node));
    const [twin] = index < 0 ? [] : alike.splice(index, 1);
    if (twin) twins.set(node, twin);
  }
  return twins;
}

/** A cheap key that is the same for equal nodes. */
const comparisonKeyOf = ({ nodeName, textContent }: Node): string => `${nodeName} ${textContent}`;

function patch(node: ChildNode, wanted: ChildNode): void {
  if (!(node instanceof Element && wanted instanceof Element)) {
    node.nodeValue = wanted.nodeValue;
    return;
  }
  if (node.matches('.search-box')) return;
  for (const { name } of [...node.attributes])
    if (!wanted.hasAttribute(name) && !(name === 'open' && node.matches('details')))
      node.removeAttribute(name);
  for (const { name, value } of wanted.attributes)
    if (node.getAttribute(name) !== value) node.setAttribute(name, value);
  patchChildren(node, wanted);
}
