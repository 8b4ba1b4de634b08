import type { Agent } from "../agent.ts";
import { find, open, recognise } from "./locate.ts";
import { read } from "./read.ts";
import { tools } from "./tools.ts";
import { tried } from "./tried.ts";

/** Claude Code: one JSONL file per session, one per sub-agent; a tree of records. */
const claude: Agent = {
  name: "claude",
  title: "Claude Code",
  program: "claude",
  tried,
  tools,
  find,
  open,
  recognise,
  read,
};

export default claude;
