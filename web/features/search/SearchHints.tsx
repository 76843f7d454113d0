import type { ReactNode } from 'react';
import { SectionList } from '../section/SectionList.tsx';

/** Where there is nothing to show: why, what helps, and what else there is to read. */
export function SearchHints({ text, children }: { text: string; children: ReactNode }) {
  return (
    <>
      <div className="list-state search-state">
        <p className="list-empty">{text}</p>
        <p className="list-hint search-hint">{children}</p>
      </div>
      <h2 className="search-else">Or read what is new in a section</h2>
      <SectionList />
    </>
  );
}
