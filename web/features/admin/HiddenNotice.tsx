import type { NewsroomCounts } from '@journal/contracts';
import { useQuery } from '@tanstack/react-query';
import { useHydrated } from 'vike-react/useHydrated';
import type { ApiAnswer } from '../../data/api.ts';
import { newsroomCounts } from '../../data/newsroom.api.ts';
import { panelHref } from './panel-address.ts';

const hidden = newsroomCounts({ status: 'hidden' });

/**
 * Reports that pieces are hidden from readers, by their writers or because a consent was withdrawn; empty if none are.
 * The server doesn't wait for that.
 */
export function HiddenNotice() {
  const isHydrated = useHydrated();
  const { data } = useQuery<ApiAnswer, Error, NewsroomCounts>({
    queryKey: [hidden.path],
    select: hidden.select,
  });
  const count = isHydrated ? (data?.articles ?? 0) : 0;
  return (
    <div role="status">
      {count === 0 ? null : (
        <p className="hidden-notice">
          {count === 1
            ? 'A piece is hidden from readers by its writer or their guardian. '
            : `${count} pieces are hidden from readers by their writers or guardians. `}
          <a className="text-link" href={panelHref('articles', { status: 'hidden' })}>
            {count === 1 ? 'See it' : 'See them'}
          </a>
        </p>
      )}
    </div>
  );
}
