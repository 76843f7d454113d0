import type { KeyObject } from 'node:crypto';

/** A subject's AES-256 key. Held in memory only; a KeyObject reveals nothing when logged or serialised. */
export type SubjectKey = KeyObject;

/**
 * The keys of people and articles. Deleting a key is how a subject is forgotten. A subject `owner/name` belongs to the
 * subject `owner`, and is forgotten with it; it may be forgotten before it, by itself.
 */
export type Vault = {
  /**
   * Resolves with the keys of subjects, created where missing; concurrent calls agree on one key. At most one round trip
   * for any number of subjects. Throws `SubjectForgotten` if a subject or its owner was forgotten, and creates none then.
   */
  keysForSealing(subjects: readonly string[]): Promise<ReadonlyMap<string, SubjectKey>>;
  /** Resolves with the keys that exist. At most one round trip for any number of subjects. */
  keysForOpening(subjects: readonly string[]): Promise<ReadonlyMap<string, SubjectKey>>;
  /**
   * Deletes the key for good, and those of the subjects that belong to it, within a second in the memory of every process,
   * too; none is ever created again.
   */
  forget(subject: string): Promise<void>;
  /** Resolves if the vault can be reached and used; throws otherwise, within 5 s. */
  check(): Promise<void>;
  close(): Promise<void>;
};

/** Returns the subject that another belongs to; undefined where it belongs to none. */
export const ownerOf = (subject: string): string | undefined => /^(.+)\/[^/]+$/.exec(subject)?.[1];

/** The subject's key was deleted: nothing may be sealed for it again. */
export class SubjectForgotten extends Error {
  override readonly name = 'SubjectForgotten';
  readonly subject: string;
  constructor(subject: string, options?: ErrorOptions) {
    super(`${subject} has been forgotten`, options);
    this.subject = subject;
  }
}
