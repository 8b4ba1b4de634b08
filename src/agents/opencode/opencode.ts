import type { Agent } from "../agent.ts";
import { newSessionId } from "./ids.ts";
import { find, open, recognise } from "./locate.ts";
import { settle, target } from "./place.ts";
import { store } from "./program-store.ts";
import { read } from "./read.ts";
import { beside, relocate } from "./relocate.ts";
import { settings } from "./settings.ts";
import { tools } from "./tools.ts";
import { tried } from "./tried.ts";
import { write } from "./write.ts";

/** opencode keeps its sessions in a database; before that in a tree of files. */
const opencode: Agent = {
  name: "opencode",
  title: "opencode",
  program: "opencode",
  tried,
  contextWindow: null,
  tools,
  find,
  open,
  recognise,
  read,
  writer: { newSessionId, settings, write, target, settle, relocate, beside, store },
};

export default opencode;
