import * as z from "zod";
import { findHost } from "../../agents/registry.ts";
import { runDream, runHook } from "../../hosts/hooks/run-hook.ts";
import type { OperationContext } from "../../runtime/operation-context.ts";
import { defineCommand } from "./command.ts";

/** A dream in the background is ended after this time, in ms. */
const MAX_DREAM_MS = 60 * 60 * 1000;

/**
 * Time for the last writes, in ms, while something that a hook gave up on still keeps the process
 * alive.
 */
const LAST_WRITES_MS = 100;

/** Run by coding agents. Standard output contains only what the host understands. */
export default defineCommand({
  name: "hook",
  summary: "Run by coding agents: restore the state, or write a checkpoint",
  effect: "write",
  positionals: ["event"],
  examples: ["hook session-start --host claude < /dev/null"],
  input: z.object({
    event: z
      .string()
      .describe("session-start, pre-compact, session-end or dream; others are ignored"),
    host: z.string().max(512).default("claude").describe("Program that runs the hook"),
  }),
  async run({ context }, { event, host }) {
    if (event === "dream") setTimeout(() => process.exit(), MAX_DREAM_MS).unref();
    const done = await (event === "dream"
      ? runDream(context, host, dreamOverState)
      : runHook(context, { event, host }));
    if (done.request !== null) process.stdout.write(`${done.request}\n`);
    if (done.context !== null) process.stdout.write(`${hostOutput(host, done.context)}\n`);
    setTimeout(() => process.exit(), LAST_WRITES_MS).unref();
    return 0;
  },
});

async function dreamOverState(context: OperationContext): Promise<string> {
  const { default: dream } = await import("../../operations/kit/dream.ts");
  return (await dream.run(context, {})).out;
}

/** The form in which a host accepts a text for its model. */
function hostOutput(host: string, additionalContext: string): string {
  const common = { hookSpecificOutput: { hookEventName: "SessionStart", additionalContext } };
  return JSON.stringify(findHost(host)?.hookOutput?.(additionalContext) ?? common);
}
