/**
 * Runs tasks with several agents. Every run is captured as a task bundle in the output folder; a run whose bundle is
 * there is finished, so that the command can be repeated after a kill. What may act comes from the command line
 * only: programs, checks and variables of a bundle are never used.
 */

import path from "node:path";
import * as z from "zod";
import { exitOf } from "../../base/codes.ts";
import { KEY_HELP, sumsSigner } from "../../bundles/disk/sums-signer.ts";
import { contentStamp } from "../../disk/content-stamp.ts";
import { createFolders } from "../../durable/files.ts";
import { containerPrograms } from "../../programs/container/container-image.ts";
import { integer } from "../../runtime/integer.ts";
import { pricesFor } from "../../runtime/prices.ts";
import { variablesInput } from "../../runtime/variables-input.ts";
import { agentEnvironment } from "../../sessions/agent-sessions.ts";
import { containersOf } from "../../tasks/disk/container/open-containers.ts";
import { parseAddress } from "../../tasks/disk/container/reachable-addresses.ts";
import { checkInput, checksInput } from "../../tasks/disk/judge/read-checks.ts";
import { WITH_SETTINGS_HELP } from "../../tasks/disk/lay-out.ts";
import { REPO_HELP, readCommitFrom } from "../../tasks/disk/read-commit.ts";
import { planAgents, plannedAgentSchema } from "../../tasks/disk/run/plan-agents.ts";
import { planPairs, refusedTaskSchema } from "../../tasks/disk/run/plan-pairs.ts";
import { runAll } from "../../tasks/disk/run/run-all.ts";
import {
  requireCleanVariables,
  requireSeparateTemporaries,
} from "../../tasks/disk/run/run-environment.ts";
import { runSchema } from "../../tasks/disk/run/run-line.ts";
import type { RunLimits } from "../../tasks/run/budget.ts";
import { parseContestants } from "../../tasks/run/contestant.ts";
import { parseDuration } from "../../tasks/run/durations.ts";
import { defineOperation } from "../operation/define-operation.ts";
import { keptSchema, SECRETS_KEPT } from "../operation/secrets-kept.ts";

export const input = z.object({
  bundles: z
    .array(z.string())
    .min(1)
    .describe("Task bundles (folders or archives), or folders that contain them")
    .meta({ path: true }),
  with: z
    .array(z.string())
    .default([])
    .describe("Agents, as claude,codex,gemini,opencode,pi; a model after a colon")
    .meta({ placeholder: "AGENT[:MODEL],…" }),
  command: z
    .array(z.string())
    .default([])
    .describe(
      "A program of your own, for a shell; it reads the task on standard input or at {task}",
    )
    .meta({ placeholder: "NAME=COMMAND", by: "terminal" }),
  out: z.string().describe("Folder for the captured runs").meta({ path: "output" }),
  repeat: integer(1).max(1000).default(1).describe("Runs of each pair"),
  jobs: integer(1).max(64).default(1).describe("Runs at the same time"),
  timeout: z.string().default("15m").describe("Time limit of one run, as in 90s, 10m, 2h"),
  "budget-usd": z.coerce
    .number<number>()
    .min(0)
    .optional()
    .describe("Start no run once the runs have cost this much in US dollars"),
  "budget-minutes": z.coerce
    .number<number>()
    .positive()
    .optional()
    .describe("Start no run after so many minutes"),
  "budget-tokens": integer(1)
    .optional()
    .describe("Start no run once the runs have used so many tokens"),
  retry: z
    .enum(["errors"])
    .optional()
    .describe("Run again what an error outside the agent ended, such as a refused login"),
  checks: z
    .string()
    .optional()
    .describe("JSON file with checks, or a folder with one for each task (NAME.json)")
    .meta({ path: true }),
  check: checkInput,
  "allow-exec": checksInput["allow-exec"],
  prices: z
    .string()
    .optional()
    .describe("JSON file with prices of models, before the built-in ones")
    .meta({ path: true }),
  env: variablesInput.env.meta({ placeholder: "NAME", by: "terminal" }),
  "with-settings": z.boolean().default(false).describe(WITH_SETTINGS_HELP).meta({ by: "terminal" }),
  repo: z.string().optional().describe(REPO_HELP).meta({ path: true, placeholder: "FOLDER" }),
  key: z
    .string()
    .optional()
    .describe(`Sign the sums of each run. ${KEY_HELP}`)
    .meta({ path: true, placeholder: "FILE", by: "terminal" }),
  home: z
    .enum(["clean", "mine"])
    .optional()
    .describe(
      "Home folder of a run: clean has only the agent's login and model settings, mine is yours (default: clean for agents, mine for --command)",
    )
    .meta({ by: "terminal" }),
  in: z
    .enum(containerPrograms)
    .optional()
    .describe(
      "Run in a container: no network but the model's address, nothing of this machine but the task's files and a clean home; checks run there, too",
    )
    .meta({ by: "terminal" }),
  image: z
    .string()
    .optional()
    .describe("Image of the containers (default: the one that the task names)")
    .meta({ by: "terminal" }),
  pull: z
    .boolean()
    .default(false)
    .describe("Fetch an image that is not on this machine")
    .meta({ by: "terminal" }),
  "model-address": z
    .array(z.string())
    .default([])
    .describe(
      "What containers may reach, as HOST:PORT or a URL (default: the address of the agent's model)",
    )
    .meta({ placeholder: "ADDRESS", by: "terminal" }),
  unsandboxed: z
    .boolean()
    .default(false)
    .describe("Let agents run without their own sandbox (in a container, for instance)")
    .meta({ by: "terminal" }),
  "dry-run": z
    .boolean()
    .default(false)
    .describe("Show which runs would start, and what earlier ones took and cost; start none"),
});

export default defineOperation({
  name: "task run",
  summary: "Run tasks with several agents and capture each run as a task bundle",
  effect: "write",
  secrets: "kept",
  surfaces: ["cli", "person"],
  withheld: { mcp: "it runs programs", http: "as for MCP" },
  positionals: ["bundles"],
  examples: ['task run ./fix-login --command "mine=echo done > done.txt" --out ./results'],
  input,
  output: () =>
    z.object({
      out: z.string(),
      runs: z.array(runSchema()).readonly(),
      /** What would run, for each agent; null unless it was a dry run. */
      plan: z.array(plannedAgentSchema()).readonly().nullable(),
      /** Tasks of a folder that cannot be run. */
      refused: z.array(refusedTaskSchema()).readonly(),
      /** Whether the command was stopped before all runs had ended. */
      stopped: z.boolean(),
      /** Whether the runs were judged by checks. */
      checked: z.boolean(),
      prices: z.object({ date: z.string(), source: z.string() }),
      secrets: keptSchema(),
    }),
  piece: runSchema,
  endsWhenStopped: true,
  basis: (context, { bundles, checks }) => {
    const read = checks === undefined ? bundles : [...bundles, checks];
    return Promise.all(read.map((place) => contentStamp(path.resolve(context.cwd, place))));
  },
  async run(context, asked) {
    const contestants = await parseContestants(asked.with, asked.command);
    const openContainer = await containersOf(context, asked);
    for (const { agent } of contestants) {
      if (agent === null || asked.home === "mine") continue;
      requireCleanVariables(asked.env, agent.userFiles);
      requireSeparateTemporaries(agentEnvironment(context));
    }
    const settings = {
      timeoutMs: parseDuration(asked.timeout, "timeout"),
      prices: pricesFor(context, asked.prices),
      unsandboxed: asked.unsandboxed,
      env: asked.env,
      signal: context.signal,
      addresses: asked["model-address"].map(parseAddress),
    };
    const limits = limitsOf(asked);
    const sums = { sign: asked.key === undefined ? null : sumsSigner(context, asked.key) };
    const out = path.resolve(context.cwd, asked.out);
    const { pairs, refused } = await planPairs(context, {
      bundles: asked.bundles,
      contestants,
      repeat: asked.repeat,
      out,
      checks: asked.checks,
      check: asked.check,
      allowExec: asked["allow-exec"],
      start: {
        readCommit: readCommitFrom(context, asked.repo),
        withSettings: asked["with-settings"],
      },
      home: asked.in === undefined ? (asked.home ?? null) : "clean",
      openContainer,
    });
    for (const { task, reason } of refused) context.note(`Left out "${task}": ${reason}`);
    const { date, source } = settings.prices;
    const known = { out, refused, prices: { date, source }, secrets: SECRETS_KEPT };
    const checked = asked.checks !== undefined || asked.check.length > 0;
    if (asked["dry-run"]) {
      const plan = await planAgents(context, pairs, { out, openContainer });
      return { ...known, runs: [], plan, stopped: false, checked };
    }
    createFolders(out);
    const { jobs } = asked;
    const retriesErrors = asked.retry === "errors";
    const runs = await runAll(context, pairs, { jobs, limits, settings, sums, retriesErrors });
    return { ...known, runs, plan: null, stopped: context.signal.aborted, checked };
  },
  exitCode: ({ runs, refused, stopped }) => {
    if (stopped) return exitOf("E_INTERRUPTED");
    const isIncomplete = runs.some(({ state, error }) => state === "could not run" || error);
    return isIncomplete || refused.length > 0 ? 4 : 0;
  },
});

function limitsOf(asked: z.output<typeof input>): RunLimits {
  return {
    minutes: asked["budget-minutes"] ?? null,
    tokens: asked["budget-tokens"] ?? null,
    usd: asked["budget-usd"] ?? null,
  };
}
