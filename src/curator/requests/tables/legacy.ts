/** The queue of older tools: how its table is defined, if it has one, and how many columns it computes. */
export const LEGACY_DEFINITION = `select sql,
    (select count(*) from pragma_table_xinfo('rfas') where hidden <> 0) as computed
  from sqlite_master where type = 'table' and name = 'rfas'`;

/** Its requests in the order of their ids, up to a number. */
export const LEGACY_REQUESTS = "select * from rfas order by id limit ?";
