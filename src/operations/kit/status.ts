import * as z from "zod";
import { stateIdOf } from "../../state/address.ts";
import { workspaceLabel } from "../../state/disk/kit/workspace-label.ts";
import { stateSettings } from "../../state/disk/settings/settings.ts";
import { addressInput } from "../../state/disk/settings/state-input.ts";
import { currentAddress, loadState } from "../../state/load.ts";
import { emptyState, hashOfState, isActive, tokenCountOf } from "../../state/state.ts";
import { selectState } from "../../state/tables.ts";
import { defineWorkspaceOperation } from "../operation/define-workspace-operation.ts";

export default defineWorkspaceOperation({
  name: "kit status",
  summary: "Show what an export would contain: entries, tokens, hash and last event",
  effect: "read",
  secrets: "none",
  surfaces: ["cli", "mcp", "http"],
  tool: { name: "memory.kit.status", sets: ["memory"] },
  positionals: [],
  examples: ["kit status", "kit status --json"],
  input: z.object({ ...addressInput }),
  output: () =>
    z.object({
      kit_initialized: z.boolean(),
      collection: z.string(),
      formats: z.array(z.string()),
      user_id: z.string(),
      session_id: z.string(),
      task_id: z.string(),
      entries: z.number(),
      archived: z.number(),
      token_count: z.number(),
      budget_tokens: z.number(),
      saturation: z.number(),
      head_seq: z.number(),
      state_hash: z.string(),
      last_checkpoint: z.string().nullable(),
      anchor: z.record(z.string(), z.unknown()).nullable(),
      trail: z.object({ lines: z.number(), damaged: z.boolean() }),
    }),
  run: ({ context, ledger }, parts) =>
    ledger.read(async (tx) => {
      const { bounds, address: named } = stateSettings(context, ledger, parts);
      const address = named ?? (await currentAddress(tx));
      const loaded = await loadState(tx, address);
      const state = loaded?.state ?? emptyState(address, bounds);
      const row = await selectState(tx, stateIdOf(address));
      const active = [...state.entries.values()].filter(isActive).length;
      const token_count = tokenCountOf(state);
      return {
        kit_initialized: loaded !== null,
        collection: workspaceLabel(ledger.store.location),
        formats: ["working-context", "ocf-kit", "ocf"],
        user_id: address.user,
        session_id: address.session,
        task_id: address.task,
        entries: active,
        archived: state.entries.size - active,
        token_count,
        budget_tokens: state.bounds.budget_tokens,
        saturation: token_count / state.bounds.budget_tokens,
        head_seq: state.head_seq,
        state_hash: hashOfState(state),
        last_checkpoint: row?.checkpoint_at ?? null,
        anchor: row?.anchor ? JSON.parse(row.anchor) : null,
        trail: { lines: state.head_seq + 1, damaged: false },
      };
    }),
});
