import type { Agent } from "../agent.ts";
import { uuidV4 } from "../native-id.ts";
import { readLinear } from "../records/linear-log.ts";
import { acpServer } from "./acp-server.ts";
import { kinds } from "./kinds.ts";
import { find, open, recognise } from "./locate.ts";
import { register, resumeCommands, targetPath } from "./place.ts";
import { recordLog } from "./record-log.ts";
import { relocate, subAgentFiles } from "./relocate.ts";
import { storeFiles } from "./store-files.ts";
import { testedVersions } from "./tested-versions.ts";
import { tools } from "./tools.ts";
import { write } from "./write.ts";

/**
 * Qwen Code keeps a session as a tree of records in one log. It began as a copy of Gemini CLI, whose parts its messages
 * have, and took over the fields that Claude Code gives a record.
 *
 * Files: `~/.qwen/projects/<key>/chats/<id>.jsonl`, where the key is the project's path with `-` for all but letters and
 * digits. Logs of sub-agents are in `subagents/<id>/` beside `chats`.
 *
 * Records: `uuid`, `parentUuid`, `type`, `subtype`; the conversation is the way from the last record to the root.
 *
 * What is conversation (`record-bodies.ts`): `user` (not the user's words with a `subtype` or of the `provenance`
 * "system"), `assistant`, `tool_result`.
 *
 * A compaction is `system/chat_compression`: its `compressedHistory` replaces everything before it.
 */
const qwen: Agent = {
  id: "qwen",
  displayName: "Qwen Code",
  program: "qwen",
  testedVersions,
  kinds,
  contextWindow: null,
  tools,
  acpServer,
  find,
  storeFiles,
  open,
  recognise,
  read: (source) => readLinear(source, recordLog),
  writer: {
    newSessionId: uuidV4,
    readSettings: async () => ({}),
    write,
    targetPath,
    register,
    resumeCommands,
    relocate,
    subAgentFiles,
  },
};

export default qwen;
