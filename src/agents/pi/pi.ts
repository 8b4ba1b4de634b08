import type { Agent } from "../agent.ts";
import { find, open, recognise } from "./locate.ts";
import { read } from "./read.ts";
import { tools } from "./tools.ts";

/** pi keeps a session as a tree of entries in one JSONL file. */
const pi: Agent = {
  name: "pi",
  title: "pi",
  program: "pi",
  tried: { oldest: "0.73.1", newest: "0.73.1" },
  tools,
  find,
  open,
  recognise,
  read,
};

export default pi;
