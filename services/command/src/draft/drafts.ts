import type { DraftContent, NamedDraft } from '@journal/contracts';
import { decrypt, encrypt } from '@journal/events/box';
import { type DraftKey, draftLifetime, type StoredDraft } from '@journal/read-models/drafts';
import type { Parts } from '../parts.ts';

type DraftParts = Pick<Parts, 'vault' | 'drafts' | 'now'>;

/**
 * Saves a draft, sealed for each of the subjects: once one of them is forgotten, nobody can read it any more. Resolves
 * with its version, or with undefined if it would replace a version that was not seen. Throws `SubjectForgotten`.
 */
export async function saveDraft(
  { vault, drafts, now }: DraftParts,
  draft: DraftKey & { readonly subjects: readonly string[]; readonly content: DraftContent },
  seen?: readonly number[],
): Promise<number | undefined> {
  const { userId, target, subjects, content } = draft;
  const keys = await vault.keysForSealing(subjects);
  let box = Buffer.from(JSON.stringify(content));
  for (const subject of subjects) {
    const key = keys.get(subject);
    if (!key) throw new Error(`The vault returned no key for ${subject}`);
    box = Buffer.from(encrypt(key, contextOf(draft, subject), box));
  }
  return drafts.save({ userId, target, savedAt: now(), subjects, box }, seen);
}

/** Resolves with the readable drafts of a user, or of one target; deletes those that expired or whose key is gone. */
export async function readDrafts(parts: DraftParts, userId: string, target?: string): Promise<NamedDraft[]> {
  const stored = await parts.drafts.read(userId, target);
  const keys = await parts.vault.keysForOpening([...new Set(stored.flatMap(({ subjects }) => subjects))]);
  const readable: NamedDraft[] = [];
  for (const draft of stored) {
    const age = parts.now().getTime() - draft.savedAt.getTime();
    const content = age < draftLifetime ? openDraft(draft, keys) : undefined;
    if (content) readable.push(named(draft, content));
    else await parts.drafts.remove(draft, [draft.version]);
  }
  return readable;
}

const named = ({ target, version, savedAt }: StoredDraft, { values, base }: DraftContent): NamedDraft => ({
  target,
  version,
  values,
  base: base ?? null,
  savedAt: savedAt.toISOString(),
});

/** Returns the content of a draft; undefined if a key is gone. Throws if the draft was tampered with. */
function openDraft(
  draft: StoredDraft,
  keys: Awaited<ReturnType<DraftParts['vault']['keysForOpening']>>,
): DraftContent | undefined {
  let box: Buffer = draft.box;
  for (const subject of draft.subjects.toReversed()) {
    const key = keys.get(subject);
    if (!key) return undefined;
    box = decrypt(key, contextOf(draft, subject), box);
  }
  return JSON.parse(box.toString('utf8')) as DraftContent;
}

/** Unambiguous: neither ids nor targets contain spaces. */
const contextOf = ({ userId, target }: DraftKey, subject: string) => `draft ${userId} ${target} ${subject}`;
