import type { Agent } from "../agent.ts";
import { find, open, recognise } from "./locate.ts";
import { read } from "./read.ts";
import { tools } from "./tools.ts";
import { tried } from "./tried.ts";

/** Codex CLI: one JSONL rollout per session, in the order in which things happened. */
const codex: Agent = {
  name: "codex",
  title: "Codex CLI",
  program: "codex",
  tried,
  tools,
  find,
  open,
  recognise,
  read,
};

export default codex;
