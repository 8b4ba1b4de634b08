/** The statements on opencode's own database. It is only ever read. */
export const SESSIONS = "select * from session order by time_updated desc, id";
/** One session. */
export const SESSION = "select * from session where id = ?";
/** The sessions that a session started. */
export const CHILDREN = "select id from session where parent_id = ? order by time_created, id";
/** The messages of a session in the order in which opencode sends them. */
export const MESSAGES =
  "select id, time_created, time_updated, data from message where session_id = ? order by time_created, id";
/** The parts of a message in their order. */
export const PARTS =
  "select id, time_created, time_updated, data from part where message_id = ? order by id";
/** The size of every session; a row's length is known without reading it. */
export const SIZES =
  "select session_id as id, sum(octet_length(data)) as bytes from part group by session_id";
/** Whether a table is there; the database of a foreign program has whichever it likes. */
export const HAS_TABLE = "select 1 as found from sqlite_master where type = 'table' and name = ?";
/** The list of tasks of a session. */
export const TODOS = "select * from todo where session_id = ? order by position";
/** Messages of the form that is to come. */
export const NEXT_MESSAGES = "select * from session_message where session_id = ? order by seq";
/** The model that answered last. */
export const LAST_MODEL =
  "select json_extract(data, '$.providerID') as provider, json_extract(data, '$.modelID') as model from message where json_extract(data, '$.role') = 'assistant' order by time_created desc limit 1";
