import type { KeyObject } from 'node:crypto';

/** A subject's AES-256 key. Kept in memory only; a KeyObject reveals nothing when logged or serialised. */
export type SubjectKey = KeyObject;

/**
 * The keys of data subjects. A subject is forgotten by deleting its key. A subject `owner/name` belongs to the subject
 * `owner` and is forgotten with it, but can also be forgotten earlier on its own.
 */
export type Vault = {
  /**
   * Resolves with the keys of subjects. Missing keys are created; concurrent calls agree on one key. At most one round
   * trip for any number of subjects. Throws `SubjectForgotten`, without creating any key, if a subject or its owner was
   * forgotten.
   */
  keysForSealing(subjects: readonly string[]): Promise<ReadonlyMap<string, SubjectKey>>;
  /** Resolves with the keys that exist. At most one round trip for any number of subjects. */
  keysForOpening(subjects: readonly string[]): Promise<ReadonlyMap<string, SubjectKey>>;
  /**
   * Permanently deletes the keys of the subject and of all subjects that belong to it, within one second also from the
   * memory of every process. They are never created again.
   */
  forget(subject: string): Promise<void>;
  /** Health check: resolves if the vault is reachable and usable, otherwise throws within 5 s. */
  check(): Promise<void>;
  close(): Promise<void>;
};

/** Returns the subject that owns another; undefined if it has no owner. */
export const ownerOf = (subject: string): string | undefined => /^(.+)\/[^/]+$/.exec(subject)?.[1];

/** The subject's key was deleted, so nothing can be sealed for it again. */
export class SubjectForgotten extends Error {
  override readonly name = 'SubjectForgotten';
  readonly subject: string;
  constructor(subject: string, options?: ErrorOptions) {
    super(`${subject} has been forgotten`, options);
    this.subject = subject;
  }
}
