import { PoisonEvent, type StoredEvent } from '@journal/events';

/** An event that a projection can't apply, whose place is known; nothing of its data. */
export class ProjectionFault extends Error {
  override readonly name = 'ProjectionFault';
  readonly position: string;
  constructor(event: Pick<StoredEvent, 'type' | 'stream' | 'revision' | 'position'>, cause: unknown) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    super(
      `Event ${event.type} at position ${event.position} (${event.stream}@${event.revision}) can't be applied: ${reason}`,
      { cause },
    );
    this.position = event.position;
  }
}

/** Whether this event will fail again and again: skipping it would lose it, so the projection has to stop. */
export function isPoison(error: unknown): error is PoisonEvent | ProjectionFault {
  return error instanceof PoisonEvent || error instanceof ProjectionFault;
}

/** Data exceptions (22…) and broken constraints (23…): the rows can't be stored, however often it is tried. */
export function isDataFault(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return /^2[23]...$/.test(code);
}
