/** Most of one batch, so that no request is too large and no task takes long. */
export type BatchLimits = { readonly documents: number; readonly characters: number };

/**
 * Documents as JSON in batches that keep within the limits; one that is larger than a batch may be is a batch of its
 * own. Keeps the order.
 */
export function* inBatches<Document>(
  documents: Iterable<Document>,
  limits: BatchLimits,
): Generator<Document[], void> {
  let batch: Document[] = [];
  let characters = 0;
  for (const document of documents) {
    const size = JSON.stringify(document).length;
    const isFull = batch.length >= limits.documents || characters + size > limits.characters;
    if (isFull && batch.length > 0) {
      yield batch;
      batch = [];
      characters = 0;
    }
    batch.push(document);
    characters += size;
  }
  if (batch.length > 0) yield batch;
}
