/**
 * Asks the gate without storing anything: the same rules and judges as a commit, with the signals
 * of the verdict.
 */

import * as z from "zod";
import { routeByKeywords } from "../../model/slot-routing.ts";
import { resolveJudges, stakesInput } from "../../models/choose-judge.ts";
import { readIncoming } from "../../runtime/incoming.ts";
import { askGate } from "../../state/commit/ask-gate.ts";
import { qualifiedText } from "../../state/commit/committed-text.ts";
import { relevanceToGoal } from "../../state/commit/relevance.ts";
import { stateSettings } from "../../state/disk/settings/settings.ts";
import { addressInput, namespaceInput } from "../../state/disk/settings/state-input.ts";
import { gateConfig } from "../../state/gate/config.ts";
import {
  nearEntriesFields,
  verdictFields,
  verdictOutput,
} from "../../state/gate/verdict-result.ts";
import { defineWorkspaceOperation } from "../operation/define-workspace-operation.ts";

export default defineWorkspaceOperation({
  name: "qualify",
  summary: "Ask the gate whether it would admit a text, and why; nothing is stored",
  effect: "read",
  secrets: "shown",
  surfaces: ["cli", "mcp", "http"],
  tool: {
    name: "memory.qualify",
    title: "Check a text",
    sets: ["memory"],
    summary:
      "Check whether a text would be admitted, repeats an entry or contradicts one; nothing is stored. Not needed before state.commit, which checks too.",
    parameterNames: { candidate: "text", user_id: "user", session_id: "session", task_id: "task" },
    text: qualifiedText,
  },
  positionals: ["text"],
  aliases: { candidate: "text" },
  examples: ["qualify 'We chose Go for the core crates' --json"],
  input: z.object({
    text: z.string().describe("Text to check; - reads standard input"),
    goal: z.string().optional().describe("Goal that the entry should serve (default: any)"),
    id: z.string().min(1).optional().describe("Id that the entry would have"),
    ...stakesInput,
    "exit-code": z
      .boolean()
      .default(false)
      .describe("Has no effect: a refusal always exits with 1"),
    ...namespaceInput,
    ...addressInput,
  }),
  output: () =>
    z.object({
      admitted: z.boolean(),
      ...verdictFields(),
      ...nearEntriesFields(),
      slot: z.string().nullable(),
      score: z.number(),
      gate: z.string(),
      config_sha256: z.string(),
      exit_code: z.boolean(),
    }),
  run: async ({ context, ledger }, { text, goal, id, stakes, namespace, ...input }) => {
    const content = text === "-" ? await readIncoming(context) : text;
    const { "exit-code": exit_code, ...parts } = input;
    const { config, address, bounds } = stateSettings(context, ledger, parts);
    const gate = gateConfig(config.gate);
    const judges = await resolveJudges(config.judges, { signal: context.signal, stakes });
    const relevance = content.trim() === "" ? 0 : relevanceToGoal(goal, content);
    const candidate = { id, content, namespace, relevance, goal: goal ?? null };
    const question = { candidate, gate, judges };
    const { verdict, state } = await askGate(ledger, { address, bounds }, question);
    const admitted = verdict.decision === "admit" || verdict.decision === "update";
    const slots = state.bounds.slots.map(({ name }) => name);
    const slot = verdict.slot ?? routeByKeywords(content, slots, config.state.routing).slot;
    return {
      admitted,
      ...verdictOutput(verdict),
      compare: verdict.compare,
      see_also: verdict.see_also,
      slot: admitted ? slot : null,
      score: verdict.score ?? 0,
      gate: gate.name,
      config_sha256: gate.hash,
      exit_code,
    };
  },
  exitCode: ({ admitted }) => (admitted ? 0 : 1),
});
