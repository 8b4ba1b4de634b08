import * as z from "zod";
import { routeByKeywords } from "../../model/slot-routing.ts";
import { gateConfig } from "../../state/gate/config.ts";
import { qualify, type Verdict } from "../../state/gate/gate.ts";
import { qualifyWithJudge } from "../../state/gate/qualify-with-judge.ts";
import { gateEntries } from "../../state/gate-entries.ts";
import { relevanceTo } from "../../state/goal.ts";
import { cacheOf } from "../../state/record.ts";
import { reader } from "../../state/said.ts";
import { isVisible } from "../../state/show.ts";
import { emptyState } from "../../state/state.ts";
import { resolveJudges, stakesInput } from "../models/choose-judge.ts";
import { defineOperation } from "../operation/define-operation.ts";
import { readIncoming } from "../operation/incoming.ts";
import { inWorkspace, storeInput } from "../operation/workspace.ts";
import { addressFor, addressInput, namespaceInput } from "./input.ts";
import { stateSettings } from "./settings.ts";

export default defineOperation({
  name: "qualify",
  summary: "Ask the gate about a text without storing anything: admitted or not, signal by signal",
  effect: "read",
  surfaces: ["cli", "mcp", "http"],
  tool: {
    name: "memory.qualify",
    sets: ["memory"],
    words: { candidate: "text", user_id: "user", session_id: "session", task_id: "task" },
  },
  positionals: ["text"],
  aliases: { candidate: "text" },
  examples: ["qualify 'We chose Go for the core crates' --json"],
  input: z.object({
    text: z.string().describe("What would be committed; - reads standard input"),
    goal: z.string().optional().describe("What it should serve; without one everything does"),
    id: z.string().min(1).optional().describe("The id it would have"),
    ...stakesInput,
    "exit-code": z.boolean().default(false).describe("Exit with 1 unless it is admitted"),
    ...namespaceInput,
    ...addressInput,
    ...storeInput,
  }),
  output: () =>
    z.object({
      admitted: z.boolean(),
      decision: z.enum(["admit", "update", "conflict", "reject"]),
      reason: z.string(),
      reason_code: z.string(),
      slot: z.string().nullable(),
      score: z.number(),
      matched: z.object({ namespace: z.string(), id: z.string() }).nullable(),
      signals: z
        .array(
          z.object({
            name: z.string(),
            value: z.number(),
            threshold: z.number(),
            passed: z.boolean(),
            margin: z.number(),
          }),
        )
        .readonly(),
      agreement: z.number(),
      confidence: z.number(),
      chance_corrected_agreement: z.number().nullable(),
      chance_corrected_method: z.string().nullable(),
      /** Which judges were asked; null when the words decided. */
      judge_tier: z.string().nullable(),
      /** 1 when the arbiter's preference depends on the order of what contradicts. */
      position_bias: z.number().nullable(),
      gate: z.string(),
      config_sha256: z.string(),
      exit_code: z.boolean(),
    }),
  run: (context, { text, goal, id, store, stakes, namespace: named, ...input }) =>
    inWorkspace(context, { store, effect: "read" }, async (ledger) => {
      const content = text === "-" ? await readIncoming(context) : text;
      const { "exit-code": exit_code, ...parts } = input;
      const settings = stateSettings(context, ledger, parts);
      const { state, entries } = await ledger.read(async (tx) => {
        const address = settings.address ?? (await addressFor(tx, {}));
        const loaded = await cacheOf(ledger).load(tx, address);
        const found = loaded?.state ?? emptyState(address, settings.bounds);
        const seer = { namespace: named ?? found.bounds.namespace };
        const view = { state: found, contents: reader(tx) };
        const seen = await gateEntries(view, (entry) => isVisible(entry, seer));
        return { state: found, entries: seen };
      });
      const { routing } = settings.config.state;
      const gate = gateConfig(settings.config.gate);
      const slots = state.bounds.slots.map(({ name }) => name);
      const namespace = named ?? state.bounds.namespace;
      const relevance = content.trim() === "" ? 0 : relevanceTo(goal, content);
      const candidate = { id: id ?? null, content, namespace, relevance };
      const bench = await resolveJudges(settings.config.judges, { signal: context.signal, stakes });
      const verdict =
        bench === null
          ? { ...qualify(candidate, entries, gate), slot: null, score: relevance }
          : await qualifyWithJudge(candidate, entries, gate, {
              ...bench,
              goal: goal ?? null,
              slots,
            });
      const admitted = verdict.decision === "admit" || verdict.decision === "update";
      const filed = verdict.slot ?? routeByKeywords(content, slots, routing).slot;
      return {
        admitted,
        ...saidBy(verdict),
        slot: admitted ? filed : null,
        score: verdict.score ?? 0,
        gate: gate.name,
        config_sha256: gate.hash,
        exit_code,
      };
    }),
  exitCode: ({ admitted, exit_code }) => (exit_code && !admitted ? 1 : 0),
});

const sentences = {
  qualified: "it may be committed",
  below_relevance_threshold: "it does not serve the goal",
  redundant: "an entry says the same",
  drift: "it contradicts an entry, which it may supersede",
  gate_rejected: "the judge refused, or could not be asked",
} as const;

/** A verdict as the output tells it. */
function saidBy({ decision, reason, matched, signals, audit }: Verdict) {
  return {
    decision,
    reason: sentences[reason],
    reason_code: reason,
    matched,
    signals,
    agreement: audit.agreement,
    confidence: audit.confidence,
    chance_corrected_agreement: audit.chance_corrected_agreement ?? null,
    chance_corrected_method: audit.chance_corrected_method ?? null,
    judge_tier: audit.judge_tier ?? null,
    position_bias: audit.position_bias ?? null,
  };
}
