/** The backup, or the place for it, can't be used; the message is for the operator. */
export class NotRestorable extends Error {
  override readonly name = 'NotRestorable';
}
