import type { Agent } from "../agent.ts";
import { uuidV7 } from "../native-id.ts";
import { find, open, recognise } from "./locate.ts";
import { relocate, settings, settle, target } from "./place.ts";
import { read } from "./read.ts";
import { tools } from "./tools.ts";
import { write } from "./write.ts";

/** pi keeps a session as a tree of entries in one JSONL file. */
const pi: Agent = {
  name: "pi",
  title: "pi",
  program: "pi",
  tried: { oldest: "0.73.1", newest: "0.73.1" },
  contextWindow: null,
  tools,
  find,
  open,
  recognise,
  read,
  writer: { newSessionId: uuidV7, settings, write, target, settle, relocate },
};

export default pi;
