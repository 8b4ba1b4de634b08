import type { Agent } from "../agent.ts";
import { uuidV4 } from "../native-id.ts";
import { readLinear } from "../records/linear-log.ts";
import { acpServer } from "./acp-server.ts";
import { kinds } from "./kinds.ts";
import { find, open, recognise, sessionsAt } from "./locate.ts";
import { register, resumeCommands, targetPath } from "./place.ts";
import { programStore } from "./program-store.ts";
import { recordLog } from "./record-log.ts";
import { relocate } from "./relocate.ts";
import { storeFiles } from "./store-files.ts";
import { tools } from "./tools.ts";
import { write } from "./write.ts";

/**
 * Goose keeps its sessions in a database.
 *
 * Files: `$XDG_DATA_HOME or ~/.local/share/goose/sessions/sessions.db`. `goose session export` writes one document,
 * which `goose session import` takes; it gives the session a new id, `<date>_<number>`.
 *
 * Rows: `sessions`, and `messages` in the order of their numbers. One answer of the model is several rows:
 * text, then each call and its result. The result of a sub-agent's work names the session in which it was done.
 *
 * What is conversation (`record-bodies.ts`): the parts of messages, which `metadata_json` says are sent. What the user
 * does not see is the program's, though its role is "user".
 *
 * A compaction takes all earlier messages out of what is sent; then the summary is the first one that is. Single calls
 * can be summarised as well: they are taken out, and a text that the user does not see says what they did.
 */
const goose: Agent = {
  id: "goose",
  displayName: "Goose",
  program: "goose",
  // The newest was also written for and resumed.
  testedVersions: { oldest: "1.34.0", newest: "1.34.0" },
  kinds,
  contextWindow: null,
  tools,
  acpServer,
  find,
  storeFiles,
  open,
  recognise,
  sessionsAt,
  read: (source) => readLinear(source, recordLog),
  writer: {
    newSessionId: uuidV4,
    readSettings: async () => ({}),
    write,
    targetPath,
    register,
    resumeCommands,
    relocate,
    removeCommand: (session_id) => ["goose", "session", "remove", "--session-id", session_id],
    programStore,
  },
};

export default goose;
