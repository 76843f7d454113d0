import { ownPitchPath } from '@journal/contracts';
import { usePageContext } from 'vike-react/usePageContext';
import { UsersOnly } from '../../../../features/account/UsersOnly.tsx';
import { OwnPitchPage } from '../../../../features/pitch/OwnPitchPage.tsx';

export default function Page() {
  const { id = '' } = usePageContext().routeParams;
  return (
    <UsersOnly
      title="Your pitch"
      lead="Please sign in to see your pitch."
      path={ownPitchPath(id)}
      seed={1038}
    >
      {(user) => <OwnPitchPage key={`${user.id} ${id}`} id={id} />}
    </UsersOnly>
  );
}
