import type { Random } from './shapes.ts';
import {
  area,
  box,
  disk,
  diskOfDots,
  halfDisk,
  type Ink,
  line,
  list,
  overprint,
  polygon,
  short,
} from './shapes.ts';

/** Two half disks back to back along a slanting cut, slipped past each other. */
export function facingHalves(random: Random): string {
  const lean = random.between(-0.5, 0.5);
  const angle = Math.PI / 2 + lean;
  const slip = random.between(8, 22) * (random.chance() ? 1 : -1);
  const radius = random.between(28, 36);
  const [alongX, alongY] = [Math.cos(angle), Math.sin(angle)];
  const far = 160;
  const ground = polygon('c', [
    [60 - alongX * far, 45 - alongY * far],
    [60 + alongX * far, 45 + alongY * far],
    [220, 250],
    [220, -160],
  ]);
  const first = area(
    'a',
    halfDisk(60 + (alongX * slip) / 2, 45 + (alongY * slip) / 2, radius, angle + Math.PI),
  );
  const second = area(
    'b',
    halfDisk(60 - (alongX * slip) / 2, 45 - (alongY * slip) / 2, radius * random.between(0.7, 1), angle),
  );
  const echo = diskOfDots('k', 60 + 30 * Math.sign(slip), random.pick([14, 76]), random.between(9, 14), 3.4);
  return (random.chance(0.6) ? ground : '') + echo + overprint(first, second);
}

/** Two wedges that run into each other, and the sparks. */
export function collision(random: Random): string {
  const tipX = random.between(46, 74);
  const tipY = random.between(32, 58);
  const overlap = random.between(2, 12);
  const spread = random.between(26, 44);
  const drift = random.between(-18, 18);
  const left = polygon('a', [
    [-4, tipY - spread + drift],
    [tipX + overlap, tipY],
    [-4, tipY + spread + drift],
  ]);
  const right = polygon('b', [
    [124, tipY - spread - drift],
    [tipX - overlap, tipY],
    [124, tipY + spread - drift],
  ]);
  let sparks = '';
  const count = random.integer(5, 8);
  for (const side of [-1, 1]) {
    for (let index = 0; index < count; index += 1) {
      const angle = side * (Math.PI / 2) + ((index + 0.5) / count - 0.5) * 1.5;
      const from = 15;
      const to = from + random.between(8, 24);
      sparks += `M${list(tipX + Math.cos(angle) * from, tipY + Math.sin(angle) * from)}L${list(tipX + Math.cos(angle) * to, tipY + Math.sin(angle) * to)}`;
    }
  }
  return line('k', 1.6, sparks) + overprint(left, right);
}

/** Two bodies of different build that want the same place. */
export function overlap(random: Random): string {
  const reach = random.between(17, 24);
  const tilt = random.between(-10, 10);
  const forms = [round, square, peak, dome] as const;
  const first = random.integer(0, 3);
  const second = (first + random.integer(1, 3)) % 4;
  const radius = random.between(25, 30);
  const one = (forms[first] ?? round)('a', 60 - reach, 45 + tilt, radius);
  const other = (forms[second] ?? square)('b', 60 + reach, 45 - tilt, radius);
  const side = random.chance() ? 1 : -1;
  const shade = diskOfDots('k', 60 + side * reach, 45 - side * tilt, radius * 0.55, 3.6);
  return overprint(one, other) + shade;
}

type Form = (ink: Ink, x: number, y: number, radius: number) => string;
const round: Form = disk;
const square: Form = (ink, x, y, radius) =>
  area(ink, box(x - radius * 0.9, y - radius * 0.9, radius * 1.8, radius * 1.8));
const peak: Form = (ink, x, y, radius) =>
  polygon(ink, [
    [x, y - radius * 1.1],
    [x + radius * 1.15, y + radius * 0.9],
    [x - radius * 1.15, y + radius * 0.9],
  ]);
const dome: Form = (ink, x, y, radius) => area(ink, halfDisk(x, y + radius * 0.55, radius * 1.15, 0));

/** Rings that spread from two points and cross. */
export function interference(random: Random): string {
  const y = random.between(26, 64);
  const gap = random.between(7, 10);
  const width = gap * random.between(0.4, 0.55);
  const apart = random.between(26, 44);
  const rings = (ink: Ink, x: number, centre: number) => {
    let circles = '';
    for (let radius = gap * 1.1; radius < 78; radius += gap) {
      circles += `<circle r="${short(radius)}"/>`;
    }
    return `<g class="${ink} l" stroke-width="${short(width)}" transform="translate(${short(x)} ${short(centre)})">${circles}</g>`;
  };
  return overprint(
    rings('a', 60 - apart, y),
    rings('b', 60 + apart, 90 - y),
    disk('a', 60 - apart, y, gap * 0.7),
    disk('b', 60 + apart, 90 - y, gap * 0.7),
  );
}

/** Two fields that bite into each other, each with the other's point in it. */
export function teeth(random: Random): string {
  const count = random.integer(3, 6);
  const depth = random.between(14, 30);
  const lean = random.between(-16, 16);
  const middle = random.between(52, 68);
  const step = 90 / count;
  let edge = `M-2 -2H${short(middle - lean)}`;
  for (let index = 0; index < count; index += 1) {
    const top = index * step;
    const slide = -lean + (2 * lean * (index + 0.5)) / count;
    edge += `L${list(middle + slide + depth / 2, top + step / 2, middle + slide - depth / 2, top + step)}`;
  }
  const dotY = random.between(24, 66);
  const radius = random.between(7, 12);
  return `<path class="b" d="M-2-2h124v94H-2z"/>${area('a', `${edge}V92H-2z`)}${disk('p', 24, dotY, radius)}${disk(
    'p',
    97,
    90 - dotY,
    radius,
  )}${disk('k', 24, dotY, radius * 0.45)}${disk('k', 97, 90 - dotY, radius * 0.45)}`;
}

/** A plank on a point: one heavy thing against several light ones. */
export function balance(random: Random): string {
  const pivot = random.between(50, 70);
  const tilt = random.between(0.06, 0.26) * (random.chance() ? 1 : -1);
  const side = random.chance() ? 1 : -1;
  const floor = 62;
  const at = (along: number, above: number) =>
    [
      pivot + Math.cos(tilt) * along + Math.sin(tilt) * above,
      floor + Math.sin(tilt) * along - Math.cos(tilt) * above,
    ] as const;
  const heavy = random.between(14, 23);
  const [heavyX, heavyY] = at(side * random.between(22, 34), heavy + 2);
  const size = random.between(9, 13);
  const along = -side * random.between(24, 36);
  let stack = '';
  for (let index = random.integer(1, 4); index > 0; index -= 1) {
    const [x, y] = at(along + (index % 2) * 4, 2 + size * (index - 0.5));
    stack += box(x - size / 2, y - size / 2, size, size - 1);
  }
  const backX = pivot - side * random.between(10, 30);
  const back = random.pick([
    () => disk('c', backX, 34, random.between(22, 32)),
    () => diskOfDots('c', backX, 34, random.between(20, 28), 5),
    () => area('c', box(side > 0 ? 0 : pivot, 0, side > 0 ? pivot : 120 - pivot, 90)),
  ])();
  return `${back}${overprint(
    polygon('k', [
      [pivot, floor],
      [pivot + 18, 94],
      [pivot - 18, 94],
    ]),
    disk('a', heavyX, heavyY, heavy),
    area('b', stack),
  )}${line('k', 3.4, `M${list(...at(-50, 0))}L${list(...at(50, 0))}`)}`;
}

/** One disk on a divided field, each half in the colour of the other side. */
export function counterchange(random: Random): string {
  const angle = random.between(0.9, 2.2);
  const [dx, dy] = [Math.cos(angle), Math.sin(angle)];
  const far = 150;
  const radius = random.between(24, 33);
  const field = `M${list(60 - dx * far, 45 - dy * far)}L${list(60 + dx * far, 45 + dy * far)}L${list(60 + dx * far - dy * far, 45 + dy * far + dx * far)}L${list(60 - dx * far - dy * far, 45 - dy * far + dx * far)}z`;
  let stripes = '';
  const gap = random.between(6, 10);
  for (let offset = gap; offset < 90; offset += gap) {
    const [x, y] = [60 + dy * offset, 45 - dx * offset];
    stripes += `M${list(x - dx * far, y - dy * far)}L${list(x + dx * far, y + dy * far)}`;
  }
  return (
    area('a', field) +
    line('a', gap * 0.34, stripes) +
    area('p', halfDisk(60, 45, radius, angle + Math.PI)) +
    area('b', halfDisk(60, 45, radius, angle))
  );
}

/** Arrows that point into each other's way. */
export function arrows(random: Random): string {
  const rows = random.integer(3, 5);
  const height = 78 / rows;
  const head = height / 2;
  const data = { a: '', b: '' };
  for (let row = 0; row < rows; row += 1) {
    const y = 6 + row * height;
    const rightwards = row % 2 === 0;
    const tip = rightwards ? random.between(66, 108) : random.between(12, 54);
    const sign = rightwards ? 1 : -1;
    const neck = tip - sign * head;
    data[rightwards ? 'a' : 'b'] +=
      `M${rightwards ? -2 : 122} ${short(y)}H${short(neck)}l${short(sign * head)} ${short(head)} ${short(-sign * head)} ${short(head)}H${rightwards ? -2 : 122}z`;
  }
  const shift = random.between(2, 6);
  return overprint(
    area('a', data.a),
    `<g transform="translate(0 ${short(-shift)})">${area('b', data.b)}</g>`,
  );
}

/** Two speech bubbles that talk at the same time. */
export function voices(random: Random): string {
  const apart = random.between(17, 25);
  const lift = random.between(3, 12) * (random.chance() ? 1 : -1);
  const radius = random.between(25, 31);
  const bubble = (ink: Ink, x: number, y: number, size: number, side: number) =>
    area(
      ink,
      `M${list(x - size, y)}a${list(size, size)} 0 1 1 ${short(size * 2)} 0a${list(size, size)} 0 1 1 ${short(-size * 2)} 0M${tail(x, y, size, side)}z`,
    );
  const dotsOf = (x: number, y: number) => [-9, 0, 9].map((step) => disk('p', x + step, y, 2.6)).join('');
  const smaller = radius * random.between(0.7, 0.95);
  return (
    overprint(
      bubble('a', 60 - apart, 43 + lift, radius, -1),
      bubble('b', 60 + apart, 43 - lift, smaller, 1),
    ) +
    dotsOf(60 - apart - 4, 43 + lift) +
    (random.chance() ? dotsOf(60 + apart + 4, 43 - lift) : '')
  );
}

/** Wound like the bubble itself, whichever side it hangs on; otherwise it would be a hole. */
function tail(x: number, y: number, size: number, side: number): string {
  const root = [x + side * size * 0.2, y + size * 0.6] as const;
  const tip = [x + side * size * 1.1, y + size * 1.35] as const;
  const shoulder = [x + side * size * 0.98, y + size * 0.3] as const;
  return side < 0 ? list(...root, ...tip, ...shoulder) : list(...shoulder, ...tip, ...root);
}
