import '../../styles/preview.css';
import { type NewPreviewLink, type PreviewLink, previewDays } from '@journal/contracts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useHydrated } from 'vike-react/useHydrated';
import { usePageContext } from 'vike-react/usePageContext';
import type { ApiAnswer } from '../../data/api.ts';
import {
  makePreviewLink,
  previewHref,
  previewLinks,
  refetchPreviewLinks,
  revokePreviewLink,
} from '../../data/preview.api.ts';
import { showToast } from '../../ui/toast/toast.ts';
import { useDetails } from '../../ui/use-details.ts';
import { JournalTime } from '../time/JournalTime.tsx';
import { showFailure } from './use-change.ts';
import { useEditorNames } from './use-desk.ts';

/** The preview links of a pitch for people without an account: creates them, copies the new one, revokes them. */
export function PreviewLinks({ pitchId }: { pitchId: string }) {
  const [isOpen, details] = useDetails();
  const [made, setMade] = useState<NewPreviewLink>();
  const [isMaking, setMaking] = useState(false);
  const links = usePreviewLinks(pitchId, isOpen);
  const client = useQueryClient();
  const nameOf = useEditorNames();
  const makerOf = ({ madeBy }: PreviewLink) => nameOf(madeBy).replace(/^You$/, 'you');
  async function make() {
    if (isMaking) return;
    setMaking(true);
    try {
      setMade(await makePreviewLink(pitchId));
    } catch (error) {
      showFailure('The link could not be created. Please try again.', error);
    }
    await refetchPreviewLinks(client, pitchId);
    setMaking(false);
  }
  async function revoke({ id }: PreviewLink) {
    try {
      await revokePreviewLink(pitchId, id);
      if (made?.id === id) setMade(undefined);
      showToast({ title: 'The link has ended' });
    } catch (error) {
      showFailure('The link could not be ended. Please try again.', error);
    }
    await refetchPreviewLinks(client, pitchId);
  }
  return (
    <details className="preview-links" {...details}>
      <summary>Preview link</summary>
      <p>
        {`Shows this pitch as an article to anyone with the link, without signing in. It ends after ${previewDays} days, or when you revoke it.`}
      </p>
      <button
        type="button"
        className="row-action"
        aria-disabled={isMaking || undefined}
        onClick={() => void make()}
      >
        Make a preview link
      </button>
      {made ? <MadeLink key={made.id} link={made} /> : null}
      <ul>
        {links.map((link) => (
          <li key={link.id}>
            <span>
              Made by <bdi>{makerOf(link)}</bdi>, until <JournalTime at={link.expiresAt} />
            </span>
            <button type="button" className="row-action row-danger" onClick={() => void revoke(link)}>
              Revoke
              <span className="sr-only"> the link made by {makerOf(link)}</span>
            </button>
          </li>
        ))}
      </ul>
    </details>
  );
}

/** A newly created link, which can't be read again later. */
function MadeLink({ link }: { link: NewPreviewLink }) {
  const { site } = usePageContext();
  const [copied, setCopied] = useState('Copy it now: it can’t be shown again.');
  const id = useId();
  const address = site.url + previewHref(link.token);
  async function copy() {
    const isDone = await navigator.clipboard?.writeText(address).then(
      () => true,
      () => false,
    );
    setCopied(isDone ? 'Copied.' : 'It could not be copied: please select it and copy it yourself.');
  }
  return (
    <div className="preview-made">
      <label htmlFor={id}>The link</label>
      <input id={id} readOnly value={address} onFocus={(event) => event.currentTarget.select()} />
      <button type="button" className="row-action" onClick={() => void copy()}>
        Copy
      </button>
      <p role="status">{copied}</p>
    </div>
  );
}

/** Returns the links that still work; none before the browser has read them. */
function usePreviewLinks(pitchId: string, wanted: boolean): readonly PreviewLink[] {
  const isHydrated = useHydrated();
  const { path, select } = previewLinks(pitchId);
  const { data = [] } = useQuery<ApiAnswer, Error, PreviewLink[]>({
    queryKey: [path],
    select,
    enabled: wanted,
  });
  return isHydrated ? data : [];
}
