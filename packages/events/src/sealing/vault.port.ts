import type { KeyObject } from 'node:crypto';

/** A subject's AES-256 key. Held in memory only; a KeyObject shows nothing of itself when logged or serialised. */
export type SubjectKey = KeyObject;

/** Where the keys of people and articles lie. Deleting a key is how a subject is forgotten. */
export type Vault = {
  /**
   * The keys of subjects, made where missing; makers of the same subject agree on one key. One round trip at most
   * for any number of subjects. Throws `SubjectForgotten` where a subject's key was deleted; then none is made.
   */
  keysForSealing(subjects: readonly string[]): Promise<ReadonlyMap<string, SubjectKey>>;
  /** The keys there are; a subject without one is left out. One round trip at most for any number of subjects. */
  keysForOpening(subjects: readonly string[]): Promise<ReadonlyMap<string, SubjectKey>>;
  /** Deletes the key for good, in the table and, within a second, in every process's memory; remembers that it is gone. */
  forget(subject: string): Promise<void>;
  /** Resolves where the vault can be reached and used; throws otherwise, within 5 s. */
  check(): Promise<void>;
  close(): Promise<void>;
};

/** The subject's key was deleted; nothing may be sealed for it again. */
export class SubjectForgotten extends Error {
  override readonly name = 'SubjectForgotten';
  readonly subject: string;
  constructor(subject: string, options?: ErrorOptions) {
    super(`${subject} has been forgotten`, options);
    this.subject = subject;
  }
}
