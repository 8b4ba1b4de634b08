import type { Agent } from "../agent.ts";
import { uuidV7 } from "../native-id.ts";
import { kinds } from "./kinds.ts";
import { find, open, recognise } from "./locate.ts";
import { modelAddresses } from "./model-address.ts";
import { readSettings, register, resumeCommands, targetPath } from "./place.ts";
import { read } from "./read.ts";
import { relocate } from "./relocate.ts";
import { findRequestError } from "./run-error.ts";
import { storeFiles } from "./store-files.ts";
import { taskCommand } from "./task-command.ts";
import { tools } from "./tools.ts";
import { userFiles } from "./user-files.ts";
import { write } from "./write.ts";

/**
 * pi keeps a session as a tree of entries in one JSONL file.
 *
 * Files: `~/.pi/agent/sessions/--<project>--/<time>_<id>.jsonl` (`PI_CODING_AGENT_DIR`,
 * `PI_CODING_AGENT_SESSION_DIR`). There are no sub-agents.
 *
 * Records: the header `session` with the version, then entries with `id` and `parentId`. The conversation is
 * the way from the last entry of the file to the root; other ways were left. Version 1 has neither ids nor
 * parents: its entries follow each other.
 *
 * What is conversation (`entry-bodies.ts`): entries `message` by the role in them: `user`, `assistant` (texts,
 * thinking and calls), `toolResult`, and `bashExecution`, a command that the user ran with `!`: it is shown as a
 * call with its result, and one that was run with `!!` was kept from the model. `custom_message` and
 * `branch_summary` are context of extensions. Ids of calls may be two joined by `|`.
 *
 * A compaction is an entry with a summary and the first entry that stays, by id, or by number in version 1.
 */
const pi: Agent = {
  id: "pi",
  displayName: "pi",
  program: "pi",
  testedVersions: { oldest: "0.73.1", newest: "1.5.2" },
  kinds,
  contextWindow: null,
  hasFilePerSession: true,
  tools,
  taskCommand,
  modelAddresses,
  findRequestError,
  userFiles,
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
  },
};

export default pi;
