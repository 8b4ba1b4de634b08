import type { Agent } from "../agent.ts";
import { uuidV7 } from "../native-id.ts";
import { acpServer } from "./acp-server.ts";
import { isInjected } from "./content.ts";
import { codexHost } from "./host.ts";
import { kinds } from "./kinds.ts";
import { find, recognise } from "./locate.ts";
import { modelAddresses } from "./model-address.ts";
import { open, storeFiles } from "./open.ts";
import { personSigns } from "./person-signs.ts";
import { read } from "./read.ts";
import { findRequestError } from "./run-error.ts";
import { readSettings } from "./settings.ts";
import { taskCommand } from "./task-command.ts";
import { testedVersions } from "./tested-versions.ts";
import { tools } from "./tools.ts";
import { userFiles } from "./user-files.ts";
import { register, resumeCommands, targetPath } from "./write/place.ts";
import { relocate, subAgentFiles } from "./write/relocate.ts";
import { write } from "./write/write.ts";

/**
 * Codex CLI: one JSONL rollout per session, in the order in which things happened.
 *
 * Files: `$CODEX_HOME or ~/.codex/sessions/YYYY/MM/DD/rollout-<time>-<id>.jsonl`, archived ones in
 * `archived_sessions`, either possibly compressed (`.zst`). A sub-agent has a rollout of its own that names
 * its parent in `session_meta`. A thread in which the user went back lies in several files, named
 * `rollout-<time>-<thread>_<rollout>.jsonl`: each contains what came after, and a reference (`history_base`) to
 * the position in an earlier file at which it continues; a fork refers to a file of another thread
 * (`lineage.ts`). What lies after such a position is a path that the conversation left.
 *
 * Records: `{timestamp, type, payload}`; before 0.32 bare items (`envelope.ts`). The conversation is the
 * `response_item` records: messages, calls, results, reasoning. `event_msg` records mirror them and are read
 * only for what they add: usage, errors, file changes (`event-bodies.ts`). The program and its editors show what these
 * events say; since 0.166 that is `item_completed`, and every record has an `ordinal` (`write/rollout.ts`). `turn_context` names the model.
 *
 * Texts in a user's message that Codex put there begin with known marks (`content.ts`). Arguments of a call
 * are JSON within a string, or bare text. A failed call is known by its output text alone (`outputs.ts`).
 *
 * A compaction is a `compacted` record with the history that stays; its summary is often encrypted, and then
 * the messages before it count. `thread_rolled_back` takes back whole turns (`index-records.ts`).
 */
const codex: Agent = {
  id: "codex",
  displayName: codexHost.displayName,
  program: "codex",
  testedVersions,
  kinds,
  contextWindow: 272_000,
  hasFilePerSession: true,
  tools,
  taskCommand,
  modelAddresses,
  acpServer,
  findRequestError,
  personSigns,
  userFiles,
  isReservedText: isInjected,
  find,
  storeFiles,
  open,
  recognise,
  read,
  writer: {
    newSessionId: uuidV7,
    readSettings,
    write,
    targetPath,
    register,
    resumeCommands,
    relocate,
    removeCommand: (session_id) => ["codex", "delete", session_id],
    subAgentFiles,
  },
};

export default codex;
