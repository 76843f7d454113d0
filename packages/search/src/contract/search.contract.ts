import { afterAll, beforeAll, describe } from 'vitest';
import { describeChanging } from './changing.contract.ts';
import { describeFinding } from './finding.contract.ts';
import type { OpenedSearch, Search } from './opened-search.ts';
import { describeQuality } from './quality.contract.ts';
import { describeRanking } from './ranking.contract.ts';

/** What every adapter promises. `open` is called once; what the index has is overwritten. */
export function describeSearchContract(name: string, open: () => Promise<OpenedSearch>): void {
  describe(`the search contract, kept by ${name}`, () => {
    let opened: OpenedSearch | undefined;
    beforeAll(async () => {
      opened = await open();
    });
    afterAll(() => opened?.close());

    const search: Search = () => {
      if (!opened) throw new Error('The search is not open');
      return opened;
    };
    describeFinding(search);
    describeRanking(search);
    describeChanging(search);
    describeQuality(search);
  });
}
