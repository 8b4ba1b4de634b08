import type { Agent } from "../agent.ts";
import { uuidV7 } from "../native-id.ts";
import { find, open, recognise } from "./locate.ts";
import { settle, target } from "./place.ts";
import { read } from "./read.ts";
import { beside, relocate } from "./relocate.ts";
import { settings } from "./settings.ts";
import { tools } from "./tools.ts";
import { tried } from "./tried.ts";
import { write } from "./write.ts";

/** Codex CLI: one JSONL rollout per session, in the order in which things happened. */
const codex: Agent = {
  name: "codex",
  title: "Codex CLI",
  program: "codex",
  tried,
  contextWindow: 272_000,
  tools,
  find,
  open,
  recognise,
  read,
  writer: { newSessionId: uuidV7, settings, write, target, settle, relocate, beside },
};

export default codex;
