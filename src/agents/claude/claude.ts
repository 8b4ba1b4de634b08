import type { Agent } from "../agent.ts";
import { uuidV4 } from "../native-id.ts";
import { claudeHost } from "./host.ts";
import { find, open, recognise } from "./locate.ts";
import { readSettings, register, targetPath } from "./place.ts";
import { read } from "./read.ts";
import { relocate, subAgentFiles } from "./relocate.ts";
import { testedVersions } from "./tested-versions.ts";
import { tools } from "./tools.ts";
import { isReservedText } from "./user-text.ts";
import { write } from "./write.ts";

/** Claude Code: one JSONL file per session, one per sub-agent; a tree of records. */
const claude: Agent = {
  id: "claude",
  displayName: claudeHost.displayName,
  program: "claude",
  testedVersions,
  contextWindow: 200_000,
  tools,
  isReservedText,
  find,
  open,
  recognise,
  read,
  writer: {
    newSessionId: uuidV4,
    readSettings,
    write,
    targetPath,
    register,
    relocate,
    subAgentFiles,
  },
};

export default claude;
