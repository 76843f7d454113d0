import { Fragment, type ReactNode, useEffect, useMemo, useState } from 'react';
import { type Check, type CheckedTexts, checksOf } from './checks.ts';

type ChecklistProps = {
  pitch: CheckedTexts;
  /** Whether the people named have agreed. The children show that. */
  isAgreed: boolean;
  children: ReactNode;
};

/**
 * Points for an editor to check before publishing a pitch: some computed from its text, others that only people can
 * know.
 */
export function Checklist({ pitch, isAgreed, children }: ChecklistProps) {
  const checks = useMemo(() => checksOf(pitch), [pitch]);
  const open = checks.filter(({ isFine }) => !isFine);
  const count = open.length + (isAgreed ? 0 : 1);
  return (
    <details className="checklist">
      <summary>Checklist: {count === 0 ? 'nothing to look at' : `${count} to look at`}</summary>
      <ul>
        <li data-fine={isAgreed ? '' : undefined}>{children}</li>
        {[...open, ...checks.filter(({ isFine }) => isFine)].map((check) => (
          <CheckItem key={check.name} check={check} />
        ))}
      </ul>
    </details>
  );
}

function CheckItem({ check: { name, isFine, text, found } }: { check: Check }) {
  return (
    <li data-fine={isFine ? '' : undefined}>
      <strong>{name}:</strong> {text}
      {found.length > 0 ? <Passages found={found} /> : null}
    </li>
  );
}

function Passages({ found }: Pick<Check, 'found'>) {
  return (
    <span className="checklist-found">
      {found.map((passage) => (
        <Fragment key={passage}>
          {' '}
          <q>{passage}</q>
        </Fragment>
      ))}
    </span>
  );
}

/** Pause in typing before the text is checked, in milliseconds. */
const pause = 1_500;

/** Warns a writer about parts of the text that could lead strangers to people, while they can still be removed. */
export function SafetyNotice(texts: CheckedTexts) {
  const found = useRested(texts).filter((check) => check.found.length > 0);
  return (
    <div className="safety-notice" role="status">
      {found.length > 0 ? (
        <>
          <p>Everybody will be able to read this. Did you mean to leave it in?</p>
          <ul>
            {found.map((check) => (
              <CheckItem key={check.name} check={check} />
            ))}
          </ul>
        </>
      ) : null}
    </div>
  );
}

/** Returns the checks of the texts as of the last pause in typing. */
function useRested({ articleTitle, articleSummary, fullEssay }: CheckedTexts): readonly Check[] {
  const [checks, setChecks] = useState<readonly Check[]>([]);
  useEffect(() => {
    const texts = { articleTitle, articleSummary, fullEssay };
    const timer = setTimeout(() => setChecks(checksOf(texts)), pause);
    return () => clearTimeout(timer);
  }, [articleTitle, articleSummary, fullEssay]);
  return checks;
}
