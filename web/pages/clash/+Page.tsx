import { SectionPage } from '../../components/section/SectionPage.tsx';

export default function Page() {
  return <SectionPage section="clash" />;
}
