import type { Random } from '../random.ts';
import { area, line, list } from '../shapes.ts';

/** Chips and squiggles scattered as on a café floor. */
export function terrazzo(random: Random): string {
  const data: Record<'a' | 'b' | 'k', string> = { a: '', b: '', k: '' };
  let squiggles = '';
  for (let row = 0; row < 4; row += 1) {
    for (let column = 0; column < 5; column += 1) {
      const x = Math.round(column * 25 + 7 + random.between(-4, 4) + (row % 2) * 11);
      const y = Math.round(row * 24 + 9 + random.between(-4, 4));
      if (random.chance(0.25)) {
        squiggles += `M${list(x - 9, y)}q3-9 6 0t6 0 6 0`;
        continue;
      }
      const turned = random.between(0, Math.PI);
      const size = random.between(7, 13);
      const corners = random.integer(3, 5);
      let chip = '';
      for (let corner = 0; corner < corners; corner += 1) {
        const angle = turned + (corner / corners) * Math.PI * 2;
        const reach = size * random.between(0.75, 1.15);
        chip += `${corner === 0 ? 'M' : ' '}${Math.round(x + Math.cos(angle) * reach)} ${Math.round(y + Math.sin(angle) * reach)}`;
      }
      data[random.pick(['a', 'a', 'b', 'k'])] += `${chip.replaceAll(' -', '-')}z`;
    }
  }
  return (
    area('a', data.a) +
    area('b', data.b) +
    area('k', data.k) +
    line('a', 3.2, squiggles, ' stroke-linecap="round"')
  );
}
