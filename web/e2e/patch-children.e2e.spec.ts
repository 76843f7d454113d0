import { readFile } from 'node:fs/promises';
import { stripTypeScriptTypes } from 'node:module';
import { expect, test } from './test.ts';

const source = await readFile(new URL('../client/patch-children.ts', import.meta.url), 'utf8');

test('patchChildren produces the wanted children, and keeps equal nodes', async ({ page }) => {
  const code = stripTypeScriptTypes(source).replaceAll('export ', '');
  await page.addScriptTag({ content: `${code}; Object.assign(globalThis, { patchChildren });` });
  const faults = await page.evaluate(() => {
    const { patchChildren } = globalThis as unknown as { patchChildren: (one: Node, other: Node) => void };
    // Seeded random numbers between 0 and 1 (mulberry32).
    let seed = 11;
    const random = () => {
      seed = (seed + 0x6d2b79f5) | 0;
      let mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed);
      mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
      return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
    };
    const pick = <Item>(items: readonly Item[]) => items[Math.floor(random() * items.length)] as Item;
    const grow = (parent: Node, depth: number) => {
      for (let count = Math.floor(random() * 6); count > 0; count--) {
        const kind = random();
        if (kind < 0.2) parent.appendChild(new Text(pick(['one', 'two', 'three'])));
        else if (kind < 0.35) parent.appendChild(new Comment(pick(['$', '/$', ' '])));
        else {
          const element = document.createElement(pick(['p', 'ul', 'a', 'span']));
          if (random() < 0.5) element.setAttribute(pick(['href', 'class']), pick(['1', '2']));
          if (depth > 0) grow(element, depth - 1);
          parent.appendChild(element);
        }
      }
    };
    const [one, other] = [document.createElement('div'), document.createElement('div')];
    const found: string[] = [];
    for (let round = 0; round < 2_000; round++) {
      one.textContent = '';
      other.textContent = '';
      grow(one, 3);
      const isEdited = random() < 0.5;
      if (isEdited) other.append(...one.cloneNode(true).childNodes);
      grow(other, isEdited ? 1 : 3);
      if (isEdited && other.firstChild) other.append(other.firstChild);
      const [before, wanted] = [one.innerHTML, other.innerHTML];
      patchChildren(one, other);
      if (one.innerHTML !== wanted) found.push(`${before} => ${wanted}: ${one.innerHTML}`);
      const nodes = [...one.childNodes];
      patchChildren(one, other);
      if (nodes.some((node, index) => node !== one.childNodes[index])) found.push(`replaced: ${wanted}`);
    }
    // A child inserted at the top does not replace the others.
    one.innerHTML = '<p>b</p><p>c</p><p>d</p>';
    const [first] = one.childNodes;
    other.innerHTML = '<p>a</p><p>b</p><p>c</p>';
    patchChildren(one, other);
    if (one.childNodes[1] !== first) found.push('the first was replaced');
    // The time grows linearly with the number of children, not quadratically.
    one.innerHTML = Array.from({ length: 10_000 }, (_, index) => `<p>${index}</p>`).join('');
    other.innerHTML = Array.from({ length: 10_000 }, (_, index) => `<p>${-index}</p>`).join('');
    const begun = performance.now();
    patchChildren(one, other);
    if (performance.now() - begun > 2_000) found.push('ten thousand took longer than 2 s');
    one.innerHTML = '<details open><p>a</p></details><script></script>';
    other.innerHTML = '<details><p>b</p></details>';
    patchChildren(one, other);
    if (one.innerHTML !== '<details open=""><p>b</p></details><script></script>') found.push(one.innerHTML);
    return found;
  });
  expect(faults).toEqual([]);
});
