import { readFileSync } from 'node:fs';

/**
 * Loaded into a service before anything else: its wall clock is off by the seconds that the file CLOCK_SHIFT holds,
 * as where a machine's clock is set. The monotonic clock goes on, as it does there.
 */
const file = process.env.CLOCK_SHIFT ?? '';
const TrueDate = Date;
let shift = 0;

function read() {
  try {
    shift = Number(readFileSync(file, 'utf8')) * 1_000;
  } catch {
    // It has not been shifted yet.
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
