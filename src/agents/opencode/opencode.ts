import type { Agent } from "../agent.ts";
import { newSessionId } from "./ids.ts";
import { find, open, recognise } from "./locate.ts";
import { register, targetPath } from "./place.ts";
import { programStore } from "./program-store.ts";
import { read } from "./read.ts";
import { relocate, subAgentFiles } from "./relocate.ts";
import { readSettings } from "./settings.ts";
import { testedVersions } from "./tested-versions.ts";
import { tools } from "./tools.ts";
import { write } from "./write.ts";

/** opencode keeps its sessions in a database; before that in a tree of files. */
const opencode: Agent = {
  id: "opencode",
  displayName: "opencode",
  program: "opencode",
  testedVersions,
  contextWindow: null,
  tools,
  find,
  open,
  recognise,
  read,
  writer: {
    newSessionId,
    readSettings,
    write,
    targetPath,
    register,
    relocate,
    subAgentFiles,
    programStore,
  },
};

export default opencode;
