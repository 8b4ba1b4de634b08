import type { Agent } from "../agent.ts";
import { uuidV4 } from "../native-id.ts";
import { find, open, recognise } from "./locate.ts";
import { settings, settle, target } from "./place.ts";
import { read } from "./read.ts";
import { beside, relocate } from "./relocate.ts";
import { tools } from "./tools.ts";
import { tried } from "./tried.ts";
import { write } from "./write.ts";

/** Claude Code: one JSONL file per session, one per sub-agent; a tree of records. */
const claude: Agent = {
  name: "claude",
  title: "Claude Code",
  program: "claude",
  tried,
  contextWindow: 200_000,
  tools,
  find,
  open,
  recognise,
  read,
  writer: { newSessionId: uuidV4, settings, write, target, settle, relocate, beside },
};

export default claude;
