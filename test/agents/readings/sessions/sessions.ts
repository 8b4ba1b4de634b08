import type { AgentName } from "../../programs.ts";
import { claude } from "./claude.ts";
import { codex } from "./codex.ts";
import type { AgentSessions } from "./common.ts";
import { copilot } from "./copilot.ts";
import { gemini } from "./gemini.ts";
import { goose } from "./goose.ts";
import { grok } from "./grok.ts";
import { kilo } from "./kilo.ts";
import { kimi } from "./kimi.ts";
import { opencode } from "./opencode.ts";
import { pi } from "./pi.ts";
import { qwen } from "./qwen.ts";

/** How every agent makes the sessions whose readings are compared. */
export const sessions: Readonly<Record<AgentName, AgentSessions>> = {
  claude,
  codex,
  gemini,
  opencode,
  pi,
  kilo,
  copilot,
  qwen,
  kimi,
  goose,
  grok,
};
