export { SearchPage as Page } from '../../features/search/SearchPage.tsx';
