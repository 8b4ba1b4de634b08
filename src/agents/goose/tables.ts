/** The statements on Goose's own database, which is only ever read. */
export const SESSIONS = "select * from sessions order by updated_at desc, id";
/** One session. */
export const SESSION = "select * from sessions where id = ?";
/** The messages of a session in the order in which they came: times are whole seconds, and may go back. */
export const MESSAGES =
  "select message_id, role, content_json, created_timestamp, metadata_json from messages where session_id = ? order by id";
/** Which of them the model sees. */
export const VISIBILITY =
  "select role, metadata_json from messages where session_id = ? order by id";
/** The size of every session; a row's length is known without reading it. */
export const SIZES =
  "select session_id as id, sum(octet_length(content_json)) as bytes from messages group by session_id";
/** The messages that may name the session of a sub-agent. */
export const LINKS =
  "select session_id, content_json from messages where instr(content_json, 'subagent_session_id') > 0 order by id";
/** The session that contains a message. */
export const OWNER = "select session_id from messages where message_id = ? limit 1";
/** How many messages a session has. */
export const COUNT = "select count(*) as count from messages where session_id = ?";
