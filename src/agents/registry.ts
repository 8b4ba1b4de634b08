import type { Registry } from "../base/registry.ts";
import type { Agent } from "./agent.ts";

/** Every agent we know, in the order people see them. Add a line; the conformance suite picks it up. */
export const agents = {
  claude: () => import("./claude/claude.ts"),
  codex: () => import("./codex/codex.ts"),
  gemini: () => import("./gemini/gemini.ts"),
  opencode: () => import("./opencode/opencode.ts"),
  pi: () => import("./pi/pi.ts"),
  copilot: () => import("./copilot/copilot.ts"),
  cursor: () => import("./cursor/cursor.ts"),
} satisfies Registry<Agent>;
