import type { Article } from '@journal/contracts';
import { type Site, startSite } from './site.ts';
import { people, sampleArticle, sampleArticles, samplePitch } from './site-content.ts';

const longWord = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft';

/** Returns articles as large and as strange as the contract allows, newest first. */
function awkwardArticles(): Article[] {
  return [
    sampleArticle(16, {
      section: 'clash',
      featured: 1,
      title: longWord.repeat(3).slice(0, 200),
      excerpt: `https://example.org/${'a-path-without-end/'.repeat(50)}`.slice(0, 1_000),
      authorName: longWord.repeat(2).slice(0, 120),
      authorSchool: 'S'.repeat(120),
      authorAge: 18,
      readTime: 20,
      content: `https://example.org/${'x'.repeat(400)}\n\n${longWord.repeat(4)}\n\n${'Word after word. '.repeat(200)}`,
    }),
    sampleArticle(15, {
      section: 'view',
      featured: 1,
      title: 'لماذا غيّرت رأيي في الواجبات المنزلية بعد سنة كاملة من الجدال مع أمي',
      excerpt:
        'كنت أعتقد أن الواجبات مضيعة للوقت، ثم جاء الامتحان وتغيّر كل شيء في بيتنا الصغير على أطراف المدينة.',
      authorName: 'ليلى',
      authorSchool: null,
      content: 'كنت أعتقد أن الواجبات مضيعة للوقت، ثم جاء الامتحان وتغيّر كل شيء.\n\nفقرة ثانية.',
    }),
    sampleArticle(14, {
      section: 'culture',
      featured: 1,
      title: 'なぜ私たちは放課後の掃除をやめないのか、そしてやめるべきなのかという長い長い題名についての考察',
      excerpt: '掃除の時間は無駄だと言う人がいる。私は三年間そう言い続けた。'.repeat(6),
      authorName: '𠮷野家',
      authorSchool: '東京第一高等学校',
      content: `${'掃除の時間は無駄だと言う人がいる。私は三年間そう言い続けた。'.repeat(20)}\n\n終わり。`,
    }),
  ];
}

/**
 * Starts a site in this process whose articles are as large and as strange as the contract allows, after twelve
 * ordinary ones (1 to 12) and one by a writer who has since been forgotten (13).
 */
export async function startAwkwardSite(): Promise<Site> {
  const site = await startSite({ empty: true });
  for (const article of sampleArticles(12).toReversed()) await site.publish(article);
  const fields = { articleTitle: 'A', articleSummary: 'B', fullEssay: 'C', school: null };
  const pitch = await site.pitch(samplePitch(1, fields), 'pitcher');
  await site.send('POST', `${pitch}/publish`, { as: 'editor' });
  const body = { email: people.pitcher.email, pieces: 'keep' };
  await site.send('POST', '/api/operations/users/forgetting', { as: 'service', body });
  for (const article of awkwardArticles().toReversed()) await site.publish(article);
  return site;
}
