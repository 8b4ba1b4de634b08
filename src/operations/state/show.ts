import * as z from "zod";
import { stateIdOf } from "../../state/address.ts";
import { cacheOf } from "../../state/change-state.ts";
import { stateSettings } from "../../state/disk/settings/settings.ts";
import { addressAliases, addressInput } from "../../state/disk/settings/state-input.ts";
import { addressFor } from "../../state/find-address.ts";
import { isVisible, shownStateSchema, showState } from "../../state/show.ts";
import { shownText } from "../../state/shown-text.ts";
import { emptyState, isActive } from "../../state/state.ts";
import { selectWaiting } from "../../state/tables/proposals.ts";
import { defineWorkspaceOperation } from "../operation/define-workspace-operation.ts";

export default defineWorkspaceOperation({
  name: "state show",
  summary: "Show the state: entries in force by slot, tokens, budget and hash",
  effect: "read",
  secrets: "shown",
  surfaces: ["cli", "mcp", "http"],
  tool: {
    name: "state.show",
    title: "Show the state",
    sets: ["core", "memory", "state"],
    summary:
      "Show all entries in force with their ids, and possible conflicts between them. Use it to find an id; to continue work use memory.session.resume.",
    parameterNames: addressAliases,
    text: shownText,
  },
  positionals: [],
  examples: ["state show", "state show --archived --json"],
  input: z.object({
    archived: z.boolean().default(false).describe("Include archived entries"),
    as: z
      .string()
      .optional()
      .describe("Show what this namespace may see (default: the namespace of the state)")
      .meta({ placeholder: "NAMESPACE" }),
    all: z.boolean().default(false).describe("Show the entries of all namespaces"),
    principal: z
      .array(z.string())
      .optional()
      .describe("Name to look up in access lists, such as user:bob"),
    ...addressInput,
  }),
  output: () =>
    z.object({
      ...shownStateSchema().shape,
      /** Entries in force of namespaces that were not asked for. */
      hidden: z.number().optional(),
      /** Proposals that wait until someone keeps or skips them. */
      waiting: z.number().optional(),
    }),
  run: ({ context, ledger }, { archived, as, all, principal = [], ...parts }) =>
    ledger.read(async (tx) => {
      const { bounds, address: named } = stateSettings(context, ledger, parts);
      const address = named ?? (await addressFor(tx, {}));
      const loaded = await cacheOf(ledger).load(tx, address);
      const state = loaded?.state ?? emptyState(address, bounds);
      const viewer = {
        namespace: all ? null : (as ?? state.bounds.namespace),
        principals: principal,
      };
      const shown = await showState(tx, state, { archived, viewer });
      const hidden = [...state.entries.values()].filter(
        (entry) => isActive(entry) && !isVisible(entry, viewer),
      ).length;
      const waiting = (await selectWaiting(tx, stateIdOf(address))).length;
      return {
        ...shown,
        ...(hidden === 0 ? {} : { hidden }),
        ...(waiting === 0 ? {} : { waiting }),
      };
    }),
});
