import { box, halfDisk, list, short, times } from './path-data.ts';
import type { Random } from './random.ts';
import { area, disk, diskOfDots, type Ink, line, overprint, polygon, rectangle } from './shapes.ts';

/** Two half disks back to back along a slanting cut, offset along it. */
function halves(random: Random): string {
  const angle = Math.PI / 2 + random.between(-0.5, 0.5);
  const slip = random.between(8, 22) * random.sign();
  const radius = random.between(28, 36);
  const [dx, dy] = [Math.cos(angle), Math.sin(angle)];
  const cut = `${list(60 - dx * 160, 45 - dy * 160)} ${list(60 + dx * 160, 45 + dy * 160)}`;
  const ground = area('c', `M${cut} 220 250 220-160z`);
  const half = (ink: Ink, way: number, size: number, turn: number) =>
    area(ink, halfDisk(60 + (way * dx * slip) / 2, 45 + (way * dy * slip) / 2, size, angle + turn));
  const halves = overprint(half('a', 1, radius, Math.PI), half('b', -1, radius * random.between(0.7, 1), 0));
  const echo = diskOfDots('k', 60 + 30 * Math.sign(slip), random.pick([14, 76]), random.between(9, 14), 3.4);
  return (random.chance(0.6) ? ground : '') + echo + halves;
}

/** Two wedges that run into each other, with sparks. */
function collision(random: Random): string {
  const tipX = random.between(46, 74);
  const tipY = random.between(32, 58);
  const overlap = random.between(2, 12);
  const spread = random.between(26, 44);
  const drift = random.between(-18, 18);
  const wedge = (ink: Ink, x: number, tip: number, y: number) =>
    polygon(ink, x, y - spread, tip, tipY, x, y + spread);
  const count = random.integer(5, 8);
  const spark = (side: number) => (index: number) => {
    const angle = side * (Math.PI / 2) + ((index + 0.5) / count - 0.5) * 1.5;
    const [dx, dy] = [Math.cos(angle), Math.sin(angle)];
    const to = 15 + random.between(8, 24);
    return `M${list(tipX + dx * 15, tipY + dy * 15)}L${list(tipX + dx * to, tipY + dy * to)}`;
  };
  const sparks = times(count, spark(-1)) + times(count, spark(1));
  const wedges = wedge('a', -4, tipX + overlap, tipY + drift) + wedge('b', 124, tipX - overlap, tipY - drift);
  return line('k', 1.6, sparks) + overprint(wedges);
}

/** Two bodies of different shape that compete for the same place. */
function overlap(random: Random): string {
  const reach = random.between(17, 24);
  const tilt = random.between(-10, 10);
  const first = random.integer(0, 3);
  const second = (first + random.integer(1, 3)) % 4;
  const radius = random.between(25, 30);
  const one = forms[first]?.('a', 60 - reach, 45 + tilt, radius) ?? '';
  const other = forms[second]?.('b', 60 + reach, 45 - tilt, radius) ?? '';
  const side = random.sign();
  const shade = diskOfDots('k', 60 + side * reach, 45 - side * tilt, radius * 0.55, 3.6);
  return overprint(one, other) + shade;
}

/** Disk, square, peak and dome. */
const forms: readonly ((ink: Ink, x: number, y: number, radius: number) => string)[] = [
  disk,
  (ink, x, y, radius) => rectangle(ink, x - radius * 0.9, y - radius * 0.9, radius * 1.8, radius * 1.8),
  (ink, x, y, radius) => {
    const foot = y + radius * 0.9;
    return polygon(ink, x, y - radius * 1.1, x + radius * 1.15, foot, x - radius * 1.15, foot);
  },
  (ink, x, y, radius) => area(ink, halfDisk(x, y + radius * 0.55, radius * 1.15, 0)),
];

/** Rings that spread from two points and overlap. */
function ripples(random: Random): string {
  const y = random.between(26, 64);
  const gap = random.between(7, 10);
  const width = gap * random.between(0.4, 0.55);
  const apart = random.between(26, 44);
  let circles = '';
  for (let radius = gap * 1.1; radius < 78; radius += gap) circles += `<circle r="${short(radius)}"/>`;
  const rings = (ink: Ink, x: number, centre: number) =>
    `<g class="${ink} l" stroke-width="${short(width)}" transform="translate(${short(x)} ${short(centre)})">${circles}</g>`;
  return overprint(
    rings('a', 60 - apart, y),
    rings('b', 60 + apart, 90 - y),
    disk('a', 60 - apart, y, gap * 0.7),
    disk('b', 60 + apart, 90 - y, gap * 0.7),
  );
}

/** Two fields that bite into each other, each with a dark dot on a disk of paper. */
function teeth(random: Random): string {
  const count = random.integer(3, 6);
  const depth = random.between(14, 30);
  const lean = random.between(-16, 16);
  const middle = random.between(52, 68);
  const step = 90 / count;
  const edge = times(count, (index) => {
    const top = index * step;
    const x = middle - lean + (2 * lean * (index + 0.5)) / count;
    return `L${list(x + depth / 2, top + step / 2, x - depth / 2, top + step)}`;
  });
  const y = random.between(24, 66);
  const radius = random.between(7, 12);
  const dots = (ink: Ink, size: number) => disk(ink, 24, y, size) + disk(ink, 97, 90 - y, size);
  const fields = `<path class="b" d="M-2-2h124v94H-2z"/>${area('a', `M-2 -2H${short(middle - lean)}${edge}V92H-2z`)}`;
  return fields + dots('p', radius) + dots('k', radius * 0.45);
}

/** A plank on a point: one heavy thing against several light ones. */
function seesaw(random: Random): string {
  const pivot = random.between(50, 70);
  const tilt = random.between(0.06, 0.26) * random.sign();
  const side = random.sign();
  const floor = 62;
  const [cos, sin] = [Math.cos(tilt), Math.sin(tilt)];
  const at = (along: number, above: number) =>
    [pivot + cos * along + sin * above, floor + sin * along - cos * above] as const;
  const heavy = random.between(14, 23);
  const [heavyX, heavyY] = at(side * random.between(22, 34), heavy + 2);
  const size = random.between(9, 13);
  const along = -side * random.between(24, 36);
  const count = random.integer(1, 4);
  const stack = times(count, (above) => {
    const index = count - above;
    const [x, y] = at(along + (index % 2) * 4, 2 + size * (index - 0.5));
    return box(x - size / 2, y - size / 2, size, size - 1);
  });
  const backX = pivot - side * random.between(10, 30);
  const back = random.pick([
    () => disk('c', backX, 34, random.between(22, 32)),
    () => diskOfDots('c', backX, 34, random.between(20, 28), 5),
    () => rectangle('c', side > 0 ? 0 : pivot, 0, side > 0 ? pivot : 120 - pivot, 90),
  ])();
  const foot = polygon('k', pivot, floor, pivot + 18, 94, pivot - 18, 94);
  const plank = line('k', 3.4, `M${list(...at(-50, 0))}L${list(...at(50, 0))}`);
  return back + overprint(foot, disk('a', heavyX, heavyY, heavy), area('b', stack)) + plank;
}

/** One disk on a divided field, each half in the colour of the other side. */
function counterchange(random: Random): string {
  const angle = random.between(0.9, 2.2);
  const [dx, dy] = [Math.cos(angle), Math.sin(angle)];
  const far = 150;
  const radius = random.between(24, 33);
  /** Returns a line parallel to the divide, `offset` away from it. */
  const along = (offset: number) => {
    const [x, y] = [60 + dy * offset, 45 - dx * offset];
    return `M${list(x - dx * far, y - dy * far)}L${list(x + dx * far, y + dy * far)}`;
  };
  const field = `${along(0)}L${list(60 + dx * far - dy * far, 45 + dy * far + dx * far)}L${list(60 - dx * far - dy * far, 45 - dy * far + dx * far)}z`;
  let stripes = '';
  const gap = random.between(6, 10);
  for (let offset = gap; offset < 90; offset += gap) stripes += along(offset);
  const halves =
    area('p', halfDisk(60, 45, radius, angle + Math.PI)) + area('b', halfDisk(60, 45, radius, angle));
  return area('a', field) + line('a', gap * 0.34, stripes) + halves;
}

/** Arrows that block each other's path. */
function arrows(random: Random): string {
  const rows = random.integer(3, 5);
  const height = 78 / rows;
  const head = short(height / 2);
  const data = { a: '', b: '' };
  for (let row = 0; row < rows; row += 1) {
    const y = short(6 + row * height);
    if (row % 2 === 0) {
      const neck = short(random.between(66, 108) - height / 2);
      data.a += `M-2 ${y}H${neck}l${head} ${head} ${short(-height / 2)} ${head}H-2z`;
    } else {
      const neck = short(random.between(12, 54) + height / 2);
      data.b += `M122 ${y}H${neck}l${short(-height / 2)} ${head} ${head} ${head}H122z`;
    }
  }
  const shift = random.between(2, 6);
  return overprint(
    area('a', data.a),
    `<g transform="translate(0 ${short(-shift)})">${area('b', data.b)}</g>`,
  );
}

/** Two speech bubbles that talk at the same time. */
function voices(random: Random): string {
  const apart = random.between(17, 25);
  const lift = random.between(3, 12) * random.sign();
  const radius = random.between(25, 31);
  const bubble = (ink: Ink, x: number, y: number, size: number, tail: string) => {
    const arc = `a${list(size, size)} 0 1 1 `;
    return area(ink, `M${list(x - size, y)}${arc}${short(size * 2)} 0${arc}${short(-size * 2)} 0M${tail}z`);
  };
  const dots = (x: number, y: number) => [-9, 0, 9].map((step) => disk('p', x + step, y, 2.6)).join('');
  const smaller = radius * random.between(0.7, 0.95);
  const [leftX, leftY, rightX, rightY] = [60 - apart, 43 + lift, 60 + apart, 43 - lift];
  return (
    overprint(
      bubble('a', leftX, leftY, radius, tail(leftX, leftY, radius, -1)),
      bubble('b', rightX, rightY, smaller, tail(rightX, rightY, smaller, 1)),
    ) +
    dots(leftX - 4, leftY) +
    (random.chance() ? dots(rightX + 4, rightY) : '')
  );
}

/** Drawn in the same direction as the bubble, on whichever side it hangs; otherwise it would be a hole. */
function tail(x: number, y: number, size: number, side: 1 | -1): string {
  const root = [x + side * size * 0.2, y + size * 0.6] as const;
  const tip = [x + side * size * 1.1, y + size * 1.35] as const;
  const shoulder = [x + side * size * 0.98, y + size * 0.3] as const;
  return side < 0 ? list(...root, ...tip, ...shoulder) : list(...shoulder, ...tip, ...root);
}

/** Opposing shapes, for debates. */
export const clash = { halves, collision, overlap, ripples, teeth, seesaw, counterchange, arrows, voices };
