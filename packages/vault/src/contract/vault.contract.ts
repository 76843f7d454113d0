import { SubjectForgotten, type Vault } from '@journal/events';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

/** The contract tests for every vault. `open` resolves with a vault that has no subject named `article:…`. */
export function describeVault(name: string, open: () => Promise<Vault>): void {
  describe(`vault contract: ${name}`, () => {
    let vault: Vault;
    let next = 0;
    const newSubject = () => `article:${++next}`;
    const opened = async (...subjects: string[]) => [...(await vault.keysForOpening(subjects)).keys()];

    beforeAll(async () => {
      vault = await open();
    });
    afterAll(() => vault.close());

    it('creates a 32-byte key per subject, and returns the same one for later sealing and opening', async () => {
      const [one, other] = [newSubject(), newSubject()];
      const keys = await vault.keysForSealing([one, other]);
      expect([...keys.keys()]).toEqual([one, other]);
      const [first, second] = [keys.get(one)?.export(), keys.get(other)?.export()];
      expect([first?.length, second?.length]).toEqual([32, 32]);
      expect(first).not.toEqual(second);
      expect((await vault.keysForSealing([one])).get(one)?.export()).toEqual(first);
      expect((await vault.keysForOpening([one])).get(one)?.export()).toEqual(first);
    });

    it('returns the same key to concurrent calls', async () => {
      const subjects = [newSubject(), newSubject(), newSubject()];
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, index) =>
          vault.keysForSealing(index % 2 === 0 ? subjects : subjects.toReversed()),
        ),
      );
      for (const subject of subjects)
        expect(new Set(answers.map((keys) => keys.get(subject)?.export().toString('hex'))).size).toBe(1);
    });

    it('omits unknown subjects when opening, and creates no key for them', async () => {
      const [known, unknown] = [newSubject(), newSubject()];
      await vault.keysForSealing([known]);
      expect([await opened(unknown, known), await opened(unknown)]).toEqual([[known], []]);
      await vault.keysForSealing([unknown]);
      expect(await opened(unknown)).toEqual([unknown]);
    });

    it('accepts a repeated subject, and an empty list of subjects', async () => {
      const subject = newSubject();
      expect((await vault.keysForSealing([subject, subject])).size).toBe(1);
      expect([(await vault.keysForSealing([])).size, await opened()]).toEqual([0, []]);
    });

    it('forgets a subject permanently, even an unknown one and repeatedly, and keeps the others', async () => {
      const [gone, kept, unknown] = [newSubject(), newSubject(), newSubject()];
      await vault.keysForSealing([gone, kept]);
      for (const subject of [gone, unknown, unknown]) await vault.forget(subject);
      for (const subject of [gone, unknown])
        await expect(vault.keysForSealing([kept, subject])).rejects.toThrow(SubjectForgotten);
      expect(await opened(gone, kept, unknown)).toEqual([kept]);
    });

    it('forgets the parts of a subject with it permanently, and a part without its owner', async () => {
      const owner = newSubject();
      const [alone, early, late] = [`${owner}/part:1`, `${owner}/part:2`, `${owner}/part:3`];
      const [other, unlike] = [newSubject(), `${owner}0/part:1`];
      await vault.keysForSealing([owner, other, alone, early, unlike]);
      await vault.forget(alone);
      expect(await opened(owner, alone, early)).toEqual([owner, early]);
      await vault.forget(owner);
      for (const subject of [alone, early, late, owner])
        await expect(vault.keysForSealing([subject])).rejects.toThrow(SubjectForgotten);
      expect(await opened(owner, alone, early, late, other, unlike)).toEqual([other, unlike]);
    });

    it('reports that it is usable', async () => {
      await expect(vault.check()).resolves.toBeUndefined();
    });
  });
}
