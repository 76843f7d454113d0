import { createInterface } from 'node:readline/promises';
import type { Readable, Writable } from 'node:stream';

/** Where the command line is used: what it says and hears, and what it is told by the environment. */
export interface Terminal {
  environment: Readonly<Record<string, string | undefined>>;
  input: Readable & { isTTY?: boolean };
  /** Results alone, so that they can be passed on. */
  output: Pick<Writable, 'write'>;
  /** Everything else. */
  messages: Writable;
}

/** Asks a question that is answered with a word; an input that ends without one has not given it. */
export async function ask({ input, messages }: Terminal, question: string): Promise<string> {
  const lines = createInterface({ input, output: messages });
  const ended = new Promise<string>((resolve) => lines.once('close', () => resolve('')));
  try {
    return (await Promise.race([lines.question(question), ended])).trim();
  } finally {
    lines.close();
  }
}
