import { readTimeOf } from '@journal/contracts';
import type { ArticleContent } from '../../article/domain/article.commands.ts';
import type { SubmissionContent } from './submission.commands.ts';

/** The article that a pitch becomes. */
export function articleOfPitch(pitch: SubmissionContent): ArticleContent {
  return {
    title: pitch.articleTitle,
    excerpt: pitch.articleSummary,
    content: pitch.fullEssay,
    section: pitch.section,
    authorName: pitch.fullName,
    authorAge: pitch.age,
    authorSchool: pitch.school,
    readTime: readTimeOf(pitch.fullEssay),
    featured: 0,
  };
}
