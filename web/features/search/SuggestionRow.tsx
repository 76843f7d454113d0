import type { SearchResult } from '@journal/contracts';
import type { MouseEvent } from 'react';
import { SectionMark } from '../section/SectionMark.tsx';
import { sectionNames } from '../section/sections.ts';
import { Marked } from './Marked.tsx';
import { ResultWriter } from './ResultWriter.tsx';

type SuggestionRowProps = {
  result: SearchResult;
  id: string;
  chosen: boolean;
  onClick: (event: MouseEvent) => void;
};

/** An article among the suggestions, in the colour of its section. */
export function SuggestionRow({ result, id, chosen, onClick }: SuggestionRowProps) {
  const { section, title, matches } = result;
  return (
    <a
      role="option"
      id={id}
      className="suggestion"
      data-section={section}
      href={`/article/${result.id}`}
      tabIndex={-1}
      aria-selected={chosen}
      onClick={onClick}
    >
      <SectionMark section={section} />
      <span className="suggestion-title" dir="auto">
        <Marked text={title} matches={matches.title} />
      </span>
      <span className="suggestion-writer">
        <ResultWriter result={result} />
        <span className="sr-only">, {sectionNames[section]}</span>
      </span>
    </a>
  );
}
