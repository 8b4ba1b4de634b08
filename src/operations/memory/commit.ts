/**
 * One cycle of recall and commit: find units for a query, offer them to the gate in order, and show
 * the state after it. Scores of different indexes are not comparable, so relevance is relative to
 * the best hit of this recall.
 */

import * as z from "zod";
import { filterFor, scopeApplied, scopeAppliedSchema } from "../../memory/disk/owner.ts";
import { recall } from "../../memory/recall.ts";
import { recallSettings } from "../../models/recall-settings.ts";
import { decimal } from "../../runtime/decimal.ts";
import { integer } from "../../runtime/integer.ts";
import { changeState } from "../../state/change-state.ts";
import { batchMetricsSchema, planCommits } from "../../state/commit/commit-batch.ts";
import { normaliseScores } from "../../state/commit/relevance.ts";
import {
  otherNamespaceInput,
  requireOwnNamespace,
} from "../../state/disk/settings/own-namespace.ts";
import { commitRules, stateSettings } from "../../state/disk/settings/settings.ts";
import {
  addressAliases,
  addressInput,
  namespaceInput,
} from "../../state/disk/settings/state-input.ts";
import { renderState } from "../../state/session/resume-packet.ts";
import { showState } from "../../state/show.ts";
import { stateNumbers, stateNumbersSchema } from "../../state/state-numbers.ts";
import { defineWorkspaceOperation } from "../operation/define-workspace-operation.ts";

/** Maximum characters of a committed text; of a longer unit the best sentences are used. */
const MAX_CHARS = 1200;

export default defineWorkspaceOperation({
  name: "memory commit",
  summary: "Find units for a query and commit those that the gate admits, within the budget",
  effect: "write",
  secrets: "shown",
  surfaces: ["cli", "mcp", "http"],
  tool: {
    name: "memory.commit",
    sets: ["memory"],
    parameterNames: addressAliases,
  },
  positionals: ["query"],
  examples: ["memory commit 'how are listings cached' --dry-run"],
  input: z.object({
    query: z.string().min(1).max(20_000).describe("Query that the state should answer"),
    "budget-tokens": integer(1).optional().describe("Budget of the state, if this creates it"),
    "recall-limit": integer(1).max(1000).optional().describe("Maximum number of units to consider"),
    "min-score": decimal().min(0).max(1).optional().describe("Minimum relevance, 0 to 1"),
    "dry-run": z.boolean().default(false).describe("Preview; commit nothing"),
    ...namespaceInput,
    ...otherNamespaceInput,
    ...addressInput,
  }),
  output: () =>
    z.object({
      committed_context: z.string(),
      ...batchMetricsSchema().shape,
      dry_run: z.boolean(),
      scope_applied: scopeAppliedSchema(),
      ...stateNumbersSchema(),
    }),
  run: async ({ context, ledger, actor }, input) => {
    const settings = stateSettings(context, ledger, input);
    await requireOwnNamespace(ledger, settings, input);
    const rules = await commitRules(ledger, settings, { min_relevance: input["min-score"] });
    const { address, bounds, config } = settings;
    const filter = filterFor(context, ledger, input);
    const limit = input["recall-limit"] ?? config.state.recall_limit;
    const { ranking, recordUse: count } = recallSettings(context, ledger);
    const wanted = { query: input.query, filter, limit, maxLength: MAX_CHARS, diverse: true };
    const found = await recall(ledger, { ...wanted, ...ranking });
    const relevance = normaliseScores(found.map(({ score }) => score));
    const requests = found.map(({ content, score, row }, at) => ({
      content,
      score,
      relevance: relevance[at],
      namespace: input.namespace,
      unit_ref: row.unit_id,
      reason: "recalled",
    }));
    const isDry = input["dry-run"];
    const budget_tokens = input["budget-tokens"] ?? bounds.budget_tokens;
    const choice = { address, bounds: { ...bounds, budget_tokens }, actor };
    const { state, result } = await changeState(ledger, choice, async (view) => {
      const cycle = await planCommits(view, requests, rules);
      return isDry ? { ...cycle, changes: [] } : cycle;
    });
    const viewer = { namespace: filter.namespace };
    const shown = await ledger.read((tx) => showState(tx, state, { archived: false, viewer }));
    const committed_context = renderState(shown);
    const scope_applied = scopeApplied(filter);
    if (!isDry) {
      const use = { op: "memory commit", text: committed_context, actor };
      const session_id = input.session ?? null;
      await count({ ...use, units: found.map(({ row }) => row), session_id });
    }
    return {
      committed_context,
      ...result.metrics,
      dry_run: isDry,
      scope_applied,
      ...stateNumbers(state),
    };
  },
});
