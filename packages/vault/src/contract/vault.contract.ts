import { SubjectForgotten, type Vault } from '@journal/events';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

/** What every vault guarantees. `open` gives one that nobody else uses. */
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

    it('makes a 32-byte key per subject, another for each', async () => {
      const [one, other] = [newSubject(), newSubject()];
      const keys = await vault.keysForSealing([one, other]);
      expect([...keys.keys()]).toEqual([one, other]);
      const [first, second] = [keys.get(one)?.export(), keys.get(other)?.export()];
      expect(first).toHaveLength(32);
      expect(second).toHaveLength(32);
      expect(first).not.toEqual(second);
    });

    it('gives the same key for sealing and opening, again and again', async () => {
      const subject = newSubject();
      const made = (await vault.keysForSealing([subject])).get(subject)?.export();
      expect((await vault.keysForSealing([subject])).get(subject)?.export()).toEqual(made);
      expect((await vault.keysForOpening([subject])).get(subject)?.export()).toEqual(made);
    });

    it('agrees with itself when many make the same key at once', async () => {
      const subjects = [newSubject(), newSubject(), newSubject()];
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, index) =>
          vault.keysForSealing(index % 2 === 0 ? subjects : subjects.toReversed()),
        ),
      );
      for (const subject of subjects)
        expect(new Set(answers.map((keys) => keys.get(subject)?.export().toString('hex'))).size).toBe(1);
    });

    it('leaves out whom it does not know, and makes nothing by opening', async () => {
      const [known, unknown] = [newSubject(), newSubject()];
      await vault.keysForSealing([known]);
      expect(await opened(unknown, known)).toEqual([known]);
      expect(await opened(unknown)).toEqual([]);
      await vault.keysForSealing([unknown]);
      expect(await opened(unknown)).toEqual([unknown]);
    });

    it('takes a subject that is named twice, and none at all', async () => {
      const subject = newSubject();
      expect((await vault.keysForSealing([subject, subject])).size).toBe(1);
      expect((await vault.keysForSealing([])).size).toBe(0);
      expect((await vault.keysForOpening([])).size).toBe(0);
    });

    it('forgets for good, and the others stay', async () => {
      const [gone, kept] = [newSubject(), newSubject()];
      await vault.keysForSealing([gone, kept]);
      await vault.forget(gone);
      expect(await opened(gone, kept)).toEqual([kept]);
      await expect(vault.keysForSealing([kept, gone])).rejects.toThrow(SubjectForgotten);
      expect(await opened(gone)).toEqual([]);
    });

    it('can forget whom it never knew, and twice', async () => {
      const subject = newSubject();
      await vault.forget(subject);
      await vault.forget(subject);
      await expect(vault.keysForSealing([subject])).rejects.toThrow(SubjectForgotten);
    });

    it('says that it can be used', async () => {
      await expect(vault.check()).resolves.toBeUndefined();
    });
  });
}
