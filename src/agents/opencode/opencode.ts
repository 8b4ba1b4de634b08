import type { Agent } from "../agent.ts";
import { agentOf } from "./agent-of.ts";
import { modelAddresses } from "./model-address.ts";
import { opencodeProgram } from "./program.ts";
import { findRequestError } from "./run-error.ts";
import { taskCommand } from "./task-command.ts";
import { userFiles } from "./user-files.ts";

/**
 * opencode keeps its sessions in a database; before that in a tree of files.
 *
 * Files: `$XDG_DATA_HOME or ~/.local/share/opencode/opencode.db` (1.2.0 on), or `storage/session`, `message` and
 * `part` with one JSON file for each (`storage-tree.ts`). `opencode export` writes one document
 * `{info, messages: [{info, parts}]}` (`export-document.ts`). All three are read as the same rows.
 *
 * Version 2 keeps `session_v2` and `session_message` in the same database, with the parts inside of each message. Its
 * messages are read as the rows of version 1 that say the same (`session-message-rows.ts`). A session that both
 * versions have is read from the tables that were written to last. Sessions
 * are written for the version that is installed (`program-version.ts`, `document-form.ts`): 2 imports other documents
 * by another command. It was tried with 2.0.15.
 *
 * Rows: a session, its messages by time, the parts of each message. A sub-agent is a session with a parent.
 *
 * What is conversation (`part-bodies.ts`): `text` parts, but not those that are `synthetic` in a user's message
 * or `ignored`; `tool` parts, which contain a call and its result in `state`; `file` parts, which belong to the
 * words before them; `subtask` prompts. An answer is one message per step of the model.
 *
 * A compaction is a user's message with a `compaction` part and the answer with `summary: true`; what stays
 * begins at `tail_start_id`. `revert` in the session names the first message that was taken back.
 */
const opencode: Agent = {
  ...agentOf(opencodeProgram),
  taskCommand,
  modelAddresses,
  findRequestError,
  userFiles,
};

export default opencode;
