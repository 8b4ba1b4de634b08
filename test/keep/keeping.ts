/** A home folder with recorded sessions, a backup of it, and what commands do with both. */
import fs from "node:fs";
import path from "node:path";
import type { Kept } from "../../src/keep/keep-now.ts";
import type { ListedSession } from "../../src/keep/list-kept.ts";
import type { Restored } from "../../src/keep/restore/restore-kept.ts";
import type { Checked } from "../../src/keep/verify-kept.ts";
import type { OperationName } from "../../src/operations/registry.ts";
import type { AgentName } from "../agents/programs.ts";
import { contextIn, runOperation } from "../support/operations.ts";
import { makeScratch } from "../support/scratch.ts";
import { placeFixtures } from "./place-fixtures.ts";

/** Prepares a home folder with sessions of agents. */
export function setUpKeeping(agents: readonly AgentName[] = ["claude", "pi", "qwen", "goose"]) {
  const home = path.join(makeScratch(), "home");
  const backup = path.join(path.dirname(home), "backup");
  fs.mkdirSync(home);
  placeFixtures(home, agents);
  let now = Date.parse("2026-11-20T10:00:00Z");
  const tick = () => {
    now += 1000;
    return new Date(now);
  };
  const context = { ...contextIn(home, tick), agents: { home, env: {} } };
  const run = <Out>(name: OperationName, input: object) =>
    runOperation<Out>(context, name, { from: backup, ...input });
  return {
    home,
    backup,
    context,
    run,
    keep: async () => (await runOperation<Kept>(context, "keep now", { to: backup })).out,
    verify: () => run<Checked>("keep verify", {}),
    restore: async (input: object) =>
      (await run<{ sessions: Restored[] }>("keep restore", input)).out.sessions,
    list: async (input: object) =>
      (await run<{ sessions: ListedSession[] }>("keep list", input)).out.sessions,
  };
}
