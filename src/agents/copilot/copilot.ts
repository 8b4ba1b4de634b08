import type { Agent } from "../agent.ts";
import { uuidV4 } from "../native-id.ts";
import { readLinear } from "../records/linear-log.ts";
import { acpServer } from "./acp-server.ts";
import { eventLog } from "./event-log.ts";
import { kinds } from "./kinds.ts";
import { find, open, recognise } from "./locate.ts";
import { register, resumeCommands, targetPath } from "./place.ts";
import { relocate } from "./relocate.ts";
import { storeFiles } from "./store-files.ts";
import { testedVersions } from "./tested-versions.ts";
import { tools } from "./tools.ts";
import { write } from "./write.ts";

/**
 * Copilot CLI keeps a session as a log of events.
 *
 * Files: `~/.copilot/session-state/<id>/events.jsonl` (`COPILOT_HOME`), whatever the project is; earlier versions
 * wrote `<id>.jsonl` there. What else is in the folder is made again when it is missing.
 *
 * Records: `type`, `data`, `id`, `timestamp`, `parentId`. Their order in the file is the order of the session. What a
 * sub-agent did is in the same log, with an `agentId`.
 *
 * What is conversation (`event-bodies.ts`): `user.message` and `assistant.message`, which also has the calls;
 * `tool.execution_start` repeats a call, `tool.execution_complete` is its result, in the order in which results came.
 * A command that failed is a success with an exit code.
 *
 * A compaction is `session.compaction_complete` with the summary. It replaces what is before its
 * `session.compaction_start`, except for the messages of the user.
 */
const copilot: Agent = {
  id: "copilot",
  displayName: "Copilot CLI",
  program: "copilot",
  testedVersions,
  kinds,
  contextWindow: null,
  tools,
  acpServer,
  find,
  storeFiles,
  open,
  recognise,
  read: (source) => readLinear(source, eventLog),
  writer: {
    newSessionId: uuidV4,
    readSettings: async () => ({}),
    write,
    targetPath,
    register,
    resumeCommands,
    relocate,
  },
};

export default copilot;
