import type { KeyObject } from 'node:crypto';

/** A subject's AES-256 key. Held in memory only; a KeyObject reveals nothing when logged or serialised. */
export type SubjectKey = KeyObject;

/** The keys of people and articles. Deleting a key is how a subject is forgotten. */
export type Vault = {
  /**
   * Resolves with the keys of subjects, created where missing; concurrent calls agree on one key. At most one round trip
   * for any number of subjects. Throws `SubjectForgotten` if a subject's key was deleted, and creates none then.
   */
  keysForSealing(subjects: readonly string[]): Promise<ReadonlyMap<string, SubjectKey>>;
  /** Resolves with the keys that exist. At most one round trip for any number of subjects. */
  keysForOpening(subjects: readonly string[]): Promise<ReadonlyMap<string, SubjectKey>>;
  /** Deletes the key for good, within a second in the memory of every process, too; it is never created again. */
  forget(subject: string): Promise<void>;
  /** Resolves if the vault can be reached and used; throws otherwise, within 5 s. */
  check(): Promise<void>;
  close(): Promise<void>;
};

/** The subject's key was deleted: nothing may be sealed for it again. */
export class SubjectForgotten extends Error {
  override readonly name = 'SubjectForgotten';
  readonly subject: string;
  constructor(subject: string, options?: ErrorOptions) {
    super(`${subject} has been forgotten`, options);
    this.subject = subject;
  }
}
