import { usePageContext } from 'vike-react/usePageContext';

export default function Page() {
  const { abortReason } = usePageContext();
  switch (abortReason) {
    case 'article-not-found':
      return <h1>Article Not Found</h1>;
    case 'unavailable':
      return <h1>The journal is busy</h1>;
    default:
      return <h1>404 Page Not Found</h1>;
  }
}
