/** A subject's key: 32 bytes. Held in memory only. */
export type SubjectKey = Uint8Array;

/** Where the keys of people and articles lie. Deleting a key is how a subject is forgotten. */
export type Vault = {
  /** The keys of subjects, made where missing. Refuses (throws `SubjectForgotten`) for a subject whose key was deleted. */
  keysForSealing(subjects: readonly string[]): Promise<ReadonlyMap<string, SubjectKey>>;
  /** The keys there are; a subject without one is left out. One round trip at most for any number of subjects. */
  keysForOpening(subjects: readonly string[]): Promise<ReadonlyMap<string, SubjectKey>>;
  /** Deletes the key for good, in the table and, within a second, in every process's memory; remembers that it is gone. */
  forget(subject: string): Promise<void>;
  check(): Promise<void>;
  close(): Promise<void>;
};

export class SubjectForgotten extends Error {
  override readonly name = 'SubjectForgotten';
}
