import type { AgentName } from "../programs.ts";
import { claude } from "./claude.ts";
import { codex } from "./codex.ts";
import { copilot } from "./copilot.ts";
import type { Driver } from "./driver.ts";
import { gemini } from "./gemini.ts";
import { goose } from "./goose.ts";
import { grok } from "./grok.ts";
import { kimi } from "./kimi.ts";
import { kilo, opencode } from "./opencode.ts";
import { pi } from "./pi.ts";
import { qwen } from "./qwen.ts";

/** Every agent's driver. */
export const drivers: Readonly<Record<AgentName, Driver>> = {
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
