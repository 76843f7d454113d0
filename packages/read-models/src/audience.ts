import { articlesModel } from './articles.model.ts';
import { schemaOf } from './read-model.ts';

const articles = schemaOf(articlesModel);

/**
 * Returns the condition that a mailing goes to a row of `subscriber`. Its parameters are SQL expressions for the
 * mailing's audience and issue number. A mailing to `everybody` goes to confirmed subscribers of all issues, and to
 * those of one section if readers see a piece from that section in this issue. A mailing to a section goes only to
 * confirmed subscribers of that section.
 */
export const isInAudience = (audience: string, issueNumber: string): string =>
  `subscriber.confirmed_at is not null and case when ${audience} = 'everybody'
     then subscriber.section is null or subscriber.section in (
       select article.section from ${articles}.issue
       cross join jsonb_array_elements(issue.pieces::jsonb) as piece
       join ${articles}.article on article.id = (piece ->> 'articleId')::integer and article.listed
       where issue.number = ${issueNumber})
     else subscriber.section = ${audience} end`;
