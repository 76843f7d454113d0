import { readFileSync } from 'node:fs';

/**
 * Loaded into a service before anything else. Shifts its wall clock by the seconds in the file that CLOCK_SHIFT names,
 * as when a machine's clock is set. The monotonic clock continues unchanged, as it does then.
 */
const file = process.env.CLOCK_SHIFT ?? '';
const TrueDate = Date;
let shift = 0;

function read() {
  try {
    shift = Number(readFileSync(file, 'utf8')) * 1_000;
  } catch {
    // Not shifted yet.
  }
}
read();
setInterval(read, 100).unref();

globalThis.Date = class extends TrueDate {
  constructor(...given) {
    if (given.length === 0) super(TrueDate.now() + shift);
    else super(...given);
  }

  static now() {
    return TrueDate.now() + shift;
  }
};
