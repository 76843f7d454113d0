import { SectionPage } from '../@section/SectionPage.tsx';

export default function Page() {
  return <SectionPage section="clash" />;
}
