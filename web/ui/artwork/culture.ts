import { box, list, short, times } from './path-data.ts';
import type { Random } from './random.ts';
import { area, disk, type Ink, line, overprint, rectangle, roundCap } from './shapes.ts';

/** Randomly placed quarter turns that always join up. */
function arcs(random: Random): string {
  const size = 30;
  const half = size / 2;
  // The flags of an arc need no space after them.
  const turn = (sweep: 0 | 1, x: number, y: number) => `a15 15 0 0${sweep}${list(x, y)}`;
  const turns = times(12, (index) => {
    const start = `M${list((index % 4) * size + half, Math.floor(index / 4) * size)}`;
    return random.chance()
      ? `${start}${turn(1, -half, half)}m${list(half, half)}${turn(1, half, -half)}`
      : `${start}${turn(0, half, half)}m${list(-size, 0)}${turn(1, half, half)}`;
  });
  const ground = random.chance() ? rectangle('c', 0, 0, 120, 90) : '';
  const core = random.chance(0.7) ? line(random.pick(['p', 'b', 'k']), size * 0.1, turns) : '';
  return ground + line(random.pick(['a', 'a', 'k']), size * random.between(0.26, 0.44), turns) + core;
}

/** A wall of tiles: quarters, halves, leaves and disks in three inks. */
function tiles(random: Random): string {
  const size = 30;
  const data = { a: '', b: '', c: '', k: '' };
  for (let index = 0; index < 12; index += 1) {
    const ground = random.pick(['a', 'b', 'c', 'c', '', '']);
    const [x, y] = [(index % 4) * size, Math.floor(index / 4) * size];
    if (ground !== '') data[ground] += box(x, y, size, size);
    const ink = random.pick(['a', 'b', 'k', 'a']);
    data[ink === ground ? 'k' : ink] += tile(random, x, y, size);
  }
  return area('c', data.c) + area('a', data.a) + area('b', data.b) + area('k', data.k);
}

function tile(random: Random, x: number, y: number, size: number): string {
  const half = size / 2;
  const arc = `a${list(size, size)} 0 0 1 `;
  const halfArc = `a${list(half, half)} 0 0 1 `;
  return random.pick([
    `M${list(x, y)}h${short(size)}${arc}${list(-size, size)}z`,
    `M${list(x, y)}${arc}${list(size, size)}h${short(-size)}z`,
    `M${list(x, y)}${arc}${list(size, size)}${arc}${list(-size, -size)}z`,
    `M${list(x + size, y)}${arc}${list(-size, size)}${arc}${list(size, -size)}z`,
    `M${list(x, y + half)}${halfArc}${list(size, 0)}z`,
    `M${list(x + half, y)}${halfArc}0 ${short(size)}z`,
    `M${list(x + 6, y + half)}a9 9 0 1 1 18 0a9 9 0 1 1-18 0`,
    `M${list(x, y + size)}h${short(size)}v${short(-size)}z`,
  ]);
}

/** Rows of round scales, each with its rings, overlapped by the next row. */
function fans(random: Random): string {
  const size = random.pick([26, 30, 40]);
  const half = size / 2;
  const order = random.pick<readonly Ink[]>([['a'], ['a', 'b'], ['a', 'k'], ['b', 'a', 'k'], ['a', 'c']]);
  const rings =
    size === 40 ? [1, 0.62, 0.3] : random.pick<readonly number[]>(size === 30 ? [[1], [1, 0.5]] : [[1]]);
  let rows = '';
  for (let y = size * 0.3, row = 0; y < 90 + half; y += half, row += 1) {
    const ink = order[row % order.length] ?? 'a';
    const from = row % 2 === 0 ? 0 : -half;
    const ring = (colour: Ink, width: number) => line(colour, width, `M${short(from)} ${short(y)}h150`);
    rows += ring('p', size + size * 0.09);
    rows += rings.map((share, index) => ring(index % 2 === 0 ? ink : 'p', size * share)).join('');
  }
  return `<g stroke-linecap="round" stroke-dasharray="0 ${short(size)}">${rows}</g>`;
}

/** Two screens of dots that swell and fade in opposition. */
function dots(random: Random): string {
  const gap = random.pick([10, 12, 15]);
  const phase = random.between(0, 6.3);
  const later = phase + random.between(2, 4.2);
  return overprint(screen('a', gap, phase, random.chance()), screen('b', gap, later, random.chance()));
}

function screen(ink: Ink, gap: number, phase: number, upright: boolean): string {
  const [length, across] = upright ? [90, 120] : [120, 90];
  let rows = '';
  for (let at = gap / 2; at < across; at += gap) {
    const swell = 0.5 + 0.5 * Math.sin(phase + (at / across) * Math.PI * 2);
    const start = upright ? `M${list(at, gap / 2)}v` : `M${list(gap / 2, at)}h`;
    rows += line(ink, gap * (0.16 + 0.72 * swell), `${start}${short(length - gap + 0.1)}`);
  }
  return `<g stroke-dasharray="0 ${short(gap)}" stroke-linecap="round">${rows}</g>`;
}

/** Ribbons woven over and under. */
function weave(random: Random): string {
  const columns = random.integer(4, 6);
  const rows = random.integer(3, 5);
  const width = 120 / columns;
  const height = 90 / rows;
  const thickX = width * random.between(0.55, 0.8);
  const thickY = height * random.between(0.55, 0.8);
  const x = (column: number) => (column + 0.5) * width - thickX / 2;
  const y = (row: number) => (row + 0.5) * height - thickY / 2;
  const upright = times(columns, (column) => box(x(column), -2, thickX, 94));
  const flat = times(rows, (row) => box(-2, y(row), 124, thickY));
  const over = times(rows, (row) =>
    times(columns, (column) =>
      column % 2 === row % 2 ? box(x(column), y(row) - (height - thickY) / 2, thickX, height) : '',
    ),
  );
  return area('a', upright) + area(random.pick(['b', 'k', 'c']), flat) + area('a', over);
}

/** Rings cut in two and shifted, like a skipping record. */
function record(random: Random): string {
  const gap = random.between(6, 8.5);
  const count = random.integer(4, 6);
  const slip = (gap * random.pick([1, 2, 3])) / 2;
  const halves = (ink: Ink, x: number, sweep: 0 | 1) => {
    const rings = times(count, (index) => {
      const radius = (index + 1) * gap;
      return `M${list(x - radius, 45)}a${list(radius, radius)} 0 0 ${sweep} ${short(radius * 2)} 0`;
    });
    return line(ink, gap * 0.55, rings);
  };
  const turned = random.pick([0, 90, 45, -45]);
  const disks = `<g transform="rotate(${turned} 60 45)">${halves('a', 60 - slip, 1)}${halves('b', 60 + slip, 0)}</g>`;
  return disks + disk('k', random.between(14, 30), random.pick([16, 74]), random.between(4, 7));
}

/** Chips and squiggles scattered as on a café floor. */
function terrazzo(random: Random): string {
  const data = { a: '', b: '', k: '' };
  let squiggles = '';
  for (let index = 0; index < 20; index += 1) {
    const [row, column] = [Math.floor(index / 5), index % 5];
    const x = Math.round(column * 25 + 7 + random.between(-4, 4) + (row % 2) * 11);
    const y = Math.round(row * 24 + 9 + random.between(-4, 4));
    if (random.chance(0.25)) {
      squiggles += `M${list(x - 9, y)}q3-9 6 0t6 0 6 0`;
      continue;
    }
    const turned = random.between(0, Math.PI);
    const size = random.between(7, 13);
    const corners = random.integer(3, 5);
    const chip = times(corners, (corner) => {
      const angle = turned + (corner / corners) * Math.PI * 2;
      const reach = size * random.between(0.75, 1.15);
      return ` ${Math.round(x + Math.cos(angle) * reach)} ${Math.round(y + Math.sin(angle) * reach)}`;
    });
    data[random.pick(['a', 'a', 'b', 'k'])] += `M${chip.trimStart().replaceAll(' -', '-')}z`;
  }
  const chips = area('a', data.a) + area('b', data.b) + area('k', data.k);
  return chips + line('a', 3.2, squiggles, roundCap);
}

/** Bars that dance on a middle line. */
function levels(random: Random): string {
  const count = random.integer(7, 11);
  const step = 112 / count;
  let up = '';
  let down = '';
  const phase = random.between(0, 6);
  for (let index = 0; index < count; index += 1) {
    const x = 4 + (index + 0.5) * step;
    const swing = 0.55 + 0.45 * Math.sin(phase + index * 0.9);
    up += `M${list(x, 48)}v${short(-(8 + 26 * swing * random.between(0.6, 1)))}`;
    down += `M${list(x, 42)}v${short(8 + 26 * (1 - swing) * random.between(0.6, 1.2))}`;
  }
  return overprint(line('a', step * 0.72, up, roundCap), line('b', step * 0.72, down, roundCap));
}

/** Patterns, for culture. */
export const culture = { arcs, tiles, fans, dots, weave, record, terrazzo, levels };
