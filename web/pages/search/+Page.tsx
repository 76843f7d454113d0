export { SearchPage as Page } from '../../components/search/SearchPage.tsx';
