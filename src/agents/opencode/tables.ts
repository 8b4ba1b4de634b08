/**
 * The statements on opencode's own database, which is only ever read. Version 1 has `session`, `message` and `part`;
 * version 2 has `session_v2` and `session_message` beside them, or alone. Its previews kept `session`.
 */
export const SESSIONS = "select * from session order by time_updated desc, id";
/** Every session of version 2. */
export const SESSIONS_2 = "select * from session_v2 order by time_updated desc, id";
/** One session. */
export const SESSION = "select * from session where id = ?";
/** One session of version 2. */
export const SESSION_2 = "select * from session_v2 where id = ?";
/** The sessions that a session started. */
export const CHILDREN = "select id from session where parent_id = ? order by time_created, id";
/** The sessions that a session of version 2 started. */
export const CHILDREN_2 = "select id from session_v2 where parent_id = ? order by time_created, id";
/** The messages of a session in the order in which opencode sends them. */
export const MESSAGES =
  "select id, time_created, time_updated, data from message where session_id = ? order by time_created, id";
/** The parts of a message in their order. */
export const PARTS =
  "select id, time_created, time_updated, data from part where message_id = ? order by id";
/** The messages of version 2 in their order. */
export const MESSAGES_2 =
  "select id, type, data from session_message where session_id = ? order by seq";
/** The same in a table of earlier versions, which did not number them. */
export const UNNUMBERED_MESSAGES_2 =
  "select id, type, data from session_message where session_id = ? order by time_created, id";
/** The size of every session; a row's length is known without reading it. */
export const SIZES =
  "select session_id as id, sum(octet_length(data)) as bytes from part group by session_id";
/** The same for version 2. */
export const SIZES_2 =
  "select session_id as id, sum(octet_length(data)) as bytes from session_message group by session_id";
/** When something was last said in a session. */
export const NEWEST = "select max(time_created) as at from message where session_id = ?";
/** The same for version 2. */
export const NEWEST_2 =
  "select max(time_created) as at from session_message where session_id = ? and type in ('user', 'assistant')";
/** Whether a table is there; the database of a foreign program has whichever it likes. */
export const HAS_TABLE = "select 1 as found from sqlite_master where type = 'table' and name = ?";
/** Moves a session of version 2 to another folder; only ever run on a copy of the database. */
export const MOVE_2 = "update session_v2 set directory = ? where id = ?";
/** The list of tasks of a session. */
export const TODOS = "select * from todo where session_id = ? order by position";
/** The model that answered last; a session that was handed over when none was known names `unknown`. */
export const LAST_MODEL =
  "select time_created as at, json_extract(data, '$.providerID') as provider, json_extract(data, '$.modelID') as model from message where json_extract(data, '$.role') = 'assistant' and json_extract(data, '$.providerID') <> 'unknown' order by time_created desc limit 1";
/** The same for version 2. */
export const LAST_MODEL_2 =
  "select time_created as at, json_extract(data, '$.model.providerID') as provider, json_extract(data, '$.model.id') as model from session_message where type = 'assistant' and json_extract(data, '$.model.providerID') <> 'unknown' order by time_created desc limit 1";
