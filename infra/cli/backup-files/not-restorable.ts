/** The backup, or the target of the restore, can't be used; the message is for the operator. */
export class NotRestorable extends Error {
  override readonly name = 'NotRestorable';
}
