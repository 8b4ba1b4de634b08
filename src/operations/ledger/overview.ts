/**
 * What a person wants to know first: what is in force, what waits for a decision, and whether the ledger
 * looks intact. It reads only what is at hand, so that a page can ask for it again and again.
 */

import * as z from "zod";
import { readHookFaults } from "../../hosts/hook-log.ts";
import { readHealth } from "../../ledger/status.ts";
import {
  attentionSchema,
  interruptedHandoffs,
  MAX_FAULTS,
  readAlerts,
  readState,
} from "../../pages/build/overview.ts";
import { inWorkspace, storeChoice, storeInput } from "../../runtime/workspace.ts";
import { listDreams } from "../../state/disk/kit/kept-dreams.ts";
import { shownStateSchema } from "../../state/show.ts";
import { locateStore } from "../../stores/locate.ts";
import { defineOperation } from "../operation/define-operation.ts";

export default defineOperation({
  name: "overview",
  summary: "Show what is in force, what needs attention and whether the ledger looks intact",
  effect: "read",
  secrets: "shown",
  surfaces: ["cli", "person"],
  withheld: { mcp: "it reads handoffs and hooks of this user", http: "as for MCP" },
  positionals: [],
  examples: ["overview"],
  input: z.object(storeInput),
  output: () =>
    z.object({
      /** Null where there is no workspace; the rest then has nothing of one. */
      workspace: z
        .object({
          location: z.string(),
          engine: z.string(),
          events: z.number(),
          streams: z.number(),
          last_at: z.string().nullable(),
          /** Whether a quick check found nothing; `verify` checks everything. */
          ok: z.boolean(),
        })
        .nullable(),
      /** The current state. */
      state: shownStateSchema().nullable(),
      attention: attentionSchema(),
    }),
  async run(context, { store }) {
    const outside = {
      proposals: listDreams(context, store),
      handoffs: interruptedHandoffs(context),
      hook_faults: readHookFaults(context, MAX_FAULTS),
    };
    if (locateStore(storeChoice(context, store)) === null) {
      const nothing = { conflicts: [], contradictions: [], claims: 0, stale: [], alerts: [] };
      const attention = { ...nothing, abandoned_runs: 0, ...outside };
      return { workspace: null, state: null, attention };
    }
    return inWorkspace(context, { store, effect: "read" }, async (ledger) => {
      const { ok, events, streams, last_at, expired_leases } = await readHealth(ledger);
      const { location, engine } = ledger.store;
      const workspace = { location, engine: engine.name, events, streams, last_at, ok };
      const { shown, ...waiting } = await readState(context, ledger);
      const alerts = await readAlerts(ledger);
      const attention = { ...waiting, alerts, abandoned_runs: expired_leases, ...outside };
      return { workspace, state: shown, attention };
    });
  },
  exitCode: ({ workspace }) => (workspace?.ok === false ? 1 : 0),
});
