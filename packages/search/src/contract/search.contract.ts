import { describe } from 'vitest';
import { describeChanging } from './changing.contract.ts';
import { describeFinding } from './finding.contract.ts';
import { type OpenedSearch, useSearch } from './opened-search.ts';
import { describeRanking } from './ranking.contract.ts';

/** What every adapter promises. */
export function describeSearchContract(name: string, open: () => Promise<OpenedSearch>): void {
  describe(`the search contract, kept by ${name}`, () => {
    const calls = useSearch(open);
    describeFinding(calls);
    describeRanking(calls);
    describeChanging(calls);
  });
}
