import { articlesModel } from './articles.model.ts';
import { schemaOf } from './read-model.ts';

const articles = schemaOf(articlesModel);

/**
 * Returns the condition that a row of `subscriber` is meant by a mailing, whose audience and issue are these expressions
 * of SQL. Everybody's is for whoever has confirmed: for all issues, or for one section of which readers see a piece in this
 * one. A section's is for those alone who asked for that section.
 */
export const isMeantBy = (audience: string, issueNumber: string): string =>
  `subscriber.confirmed_at is not null and case when ${audience} = 'everybody'
     then subscriber.section is null or subscriber.section in (
       select article.section from ${articles}.issue
       cross join jsonb_array_elements(issue.pieces::jsonb) as piece
       join ${articles}.article on article.id = (piece ->> 'articleId')::integer and article.listed
       where issue.number = ${issueNumber})
     else subscriber.section = ${audience} end`;
