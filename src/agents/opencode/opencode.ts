import type { Agent } from "../agent.ts";
import { find, open, recognise } from "./locate.ts";
import { read } from "./read.ts";
import { tools } from "./tools.ts";
import { tried } from "./tried.ts";

/** opencode keeps its sessions in a database; before that in a tree of files. */
const opencode: Agent = {
  name: "opencode",
  title: "opencode",
  program: "opencode",
  tried,
  tools,
  find,
  open,
  recognise,
  read,
};

export default opencode;
