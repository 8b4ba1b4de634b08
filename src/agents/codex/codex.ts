import type { Agent } from "../agent.ts";
import { uuidV7 } from "../native-id.ts";
import { isInjected } from "./content.ts";
import { codexHost } from "./host.ts";
import { find, open, recognise } from "./locate.ts";
import { register, targetPath } from "./place.ts";
import { read } from "./read.ts";
import { relocate, subAgentFiles } from "./relocate.ts";
import { readSettings } from "./settings.ts";
import { testedVersions } from "./tested-versions.ts";
import { tools } from "./tools.ts";
import { write } from "./write.ts";

/** Codex CLI: one JSONL rollout per session, in the order in which things happened. */
const codex: Agent = {
  id: "codex",
  displayName: codexHost.displayName,
  program: "codex",
  testedVersions,
  contextWindow: 272_000,
  tools,
  isReservedText: isInjected,
  find,
  open,
  recognise,
  read,
  writer: {
    newSessionId: uuidV7,
    readSettings,
    write,
    targetPath,
    register,
    relocate,
    subAgentFiles,
  },
};

export default codex;
