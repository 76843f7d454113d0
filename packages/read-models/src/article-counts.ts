/** Number of articles in each group that editors see counted. Triggers maintain it, whichever code writes articles. */
export type ArticleCountRow = {
  readonly status: 'published' | 'deleted' | 'hidden';
  readonly section: string;
  readonly featured: number;
  readonly count: number;
};

/** Status under which an article is counted, or null. The same rules as the partial indexes of the lists. */
const status = `case
  when listed then 'published'
  when deleted_at is not null and title is not null then 'deleted'
  when hidden_at is not null and removed_at is null and title is not null then 'hidden'
end`;

const rowsOf = (table: string, sign: 1 | -1) =>
  `select ${status} as status, section, featured, ${sign} as change from ${table}`;

/** Adds up changes. Most writes to articles change no count. */
const add = (...changes: readonly string[]) => `
  insert into article_count as kept (status, section, featured, count)
    select status, section, featured, sum(change) from (${changes.join(' union all ')}) as changes
    where status is not null group by status, section, featured having sum(change) <> 0
    order by status, section, featured
  on conflict (status, section, featured) do update set count = kept.count + excluded.count;
`;

// Counting rows would read a whole index. The triggers run once per statement, so a projection's batch pays once.
export const articleCounts = `
  create table article_count (
    status text,
    section text,
    featured smallint,
    count integer not null,
    primary key (status, section, featured)
  );
  ${add(rowsOf('article', 1))}

  create function count_articles() returns trigger
    language plpgsql
    set search_path = ''
  as $$
  begin
    -- A rebuild renames the schema that this was made in. Back as it was when the function returns.
    perform set_config('search_path', quote_ident(tg_table_schema), true);
    if tg_op = 'INSERT' then ${add(rowsOf('added', 1))}
    elsif tg_op = 'DELETE' then ${add(rowsOf('removed', -1))}
    else ${add(rowsOf('added', 1), rowsOf('removed', -1))}
    end if;
    if found then delete from article_count where count = 0; end if;
    return null;
  end
  $$;

  create trigger count_inserted after insert on article
    referencing new table as added for each statement execute function count_articles();
  create trigger count_updated after update on article
    referencing old table as removed new table as added for each statement execute function count_articles();
  create trigger count_deleted after delete on article
    referencing old table as removed for each statement execute function count_articles();
`;
