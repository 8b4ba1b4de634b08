import type { Agent } from "../agent.ts";
import { uuidV7 } from "../native-id.ts";
import { find, open, recognise } from "./locate.ts";
import { readSettings, register, relocate, targetPath } from "./place.ts";
import { read } from "./read.ts";
import { tools } from "./tools.ts";
import { write } from "./write.ts";

/** pi keeps a session as a tree of entries in one JSONL file. */
const pi: Agent = {
  id: "pi",
  displayName: "pi",
  program: "pi",
  testedVersions: { oldest: "0.73.1", newest: "0.73.1" },
  contextWindow: null,
  tools,
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
  },
};

export default pi;
