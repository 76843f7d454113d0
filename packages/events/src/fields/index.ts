// The part of the domain that contracts and browsers may import: neither the codec nor any Node module.

export * from '../article/article.fields.ts';

export * from '../catalogue/event-descriptions.ts';
export * from '../comment/comment.fields.ts';
export * from '../issue/issue.fields.ts';
export * from '../mailing/mailing.fields.ts';
export * from '../page/page.fields.ts';
export * from '../submission/byline.fields.ts';
export * from '../submission/submission.fields.ts';
export * from '../user/account.fields.ts';
export * from './bounds.ts';
export * from './consent.ts';
export * from './field.ts';
export * from './field-schemas.ts';
export * from './motifs.ts';
export * from './passkeys.ts';
export * from './retention.ts';
export * from './roles.ts';
