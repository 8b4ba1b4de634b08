import type { InstalledAgent } from "../install.ts";
import type { DriverName } from "../programs.ts";
import { claude } from "./claude.ts";
import { codex } from "./codex.ts";
import { copilot } from "./copilot.ts";
import type { Driver } from "./driver.ts";
import { gemini } from "./gemini.ts";
import { goose } from "./goose.ts";
import { grok } from "./grok.ts";
import { kimi } from "./kimi.ts";
import { kilo, opencode, opencode2 } from "./opencode.ts";
import { pi } from "./pi.ts";
import { qwen } from "./qwen.ts";

/** Every driver. */
export const drivers: Readonly<Record<DriverName, Driver>> = {
  claude,
  codex,
  gemini,
  opencode,
  opencode2,
  pi,
  kilo,
  copilot,
  qwen,
  kimi,
  goose,
  grok,
};

/** The name by which a program is driven. */
export function driverNameOf({ name, driver = name }: InstalledAgent): DriverName {
  return driver;
}

/** How a program is driven. */
export function driverOf(agent: InstalledAgent): Driver {
  return drivers[driverNameOf(agent)];
}
