/**
 * The vision and the rules for agents. They are ordinary entries with fixed ids, so that they are
 * versioned, budgeted and handed over like any other entry.
 */

import * as z from "zod";
import type { Ledger } from "../../ledger/ledger.ts";
import { entryKey } from "../../model/state.ts";
import { actorInput, actorOf } from "../../runtime/actor.ts";
import type { OperationContext } from "../../runtime/operation-context.ts";
import { storeInput } from "../../runtime/workspace.ts";
import { stateIdOf } from "../../state/address.ts";
import { changeState } from "../../state/change-state.ts";
import { planCommit } from "../../state/commit/plan-commit.ts";
import { addressFor } from "../../state/find-address.ts";
import { loadState } from "../../state/load.ts";
import { readAnchor } from "../../state/session/anchor.ts";
import { anchorSchema } from "../../state/session/session-result.ts";
import { commitRules, stateSettings } from "../../state/settings/settings.ts";
import { showState } from "../../state/show.ts";
import { isActive, type State } from "../../state/state.ts";
import { selectState } from "../../state/tables.ts";
import type { Transaction } from "../../stores/store.ts";
import { addressInput } from "../state/input.ts";

/** The slots of a kit's texts. They are ordinary entries with these ids. */
const slots = { vision: "decision", agents: "constraint" } as const;

/** The id of a text of a kit. */
type KitText = keyof typeof slots;

/** Input keys of operations that write the texts of a kit. */
export const kitTextInput = {
  vision: z.string().min(1).max(65_536).optional().describe("The goal of the work"),
  agents: z.string().min(1).max(65_536).optional().describe("Rules for agents"),
  ...addressInput,
  ...actorInput,
  ...storeInput,
};

/** The parsed input of operations on the texts of a kit. */
export type KitTextInput = z.infer<z.ZodObject<typeof kitTextInput>>;

/** The texts of a kit, in an operation's output. */
export const kitTextsSchema = () =>
  z.object({
    kit_initialized: z.boolean(),
    vision: z.string().nullable(),
    agents: z.string().nullable(),
    anchor: anchorSchema().nullable(),
  });

/** Reads the texts of a kit and the anchor of the work. */
export function readKitTexts(
  context: OperationContext,
  ledger: Ledger,
  parts: Parameters<typeof stateSettings>[2],
): Promise<z.infer<ReturnType<typeof kitTextsSchema>>> {
  return ledger.read(async (tx) => {
    const named = stateSettings(context, ledger, parts).address;
    const address = named ?? (await addressFor(tx, {}));
    const loaded = await loadState(tx, address);
    const row = await selectState(tx, stateIdOf(address));
    const anchor = await readAnchor(tx, row?.anchor ?? null);
    const entries = loaded === null ? [] : await shownEntries(tx, loaded.state);
    const textOf = (id: KitText) => {
      const content = entries.find((entry) => entry.id === id)?.content;
      return typeof content === "string" ? content : null;
    };
    return {
      kit_initialized: loaded !== null,
      vision: textOf("vision"),
      agents: textOf("agents"),
      anchor: anchor && { ...anchor, last_decisions: [...anchor.last_decisions] },
    };
  });
}

async function shownEntries(tx: Transaction, state: State) {
  const viewer = { namespace: state.bounds.namespace };
  return (await showState(tx, state, { archived: false, viewer })).entries;
}

/** Writes texts of a kit; with `keep`, only those that do not exist. Returns the ids that were written. */
export async function writeKitTexts(
  context: OperationContext,
  ledger: Ledger,
  input: KitTextInput & { readonly keep: boolean },
): Promise<readonly KitText[]> {
  const settings = stateSettings(context, ledger, input);
  const { address, bounds } = settings;
  const written: KitText[] = [];
  for (const id of Object.keys(slots) as KitText[]) {
    const content = input[id];
    if (content === undefined) continue;
    const rules = await commitRules(ledger, settings);
    const choice = { address, bounds, actor: actorOf(input) };
    const { result } = await changeState(ledger, choice, async (view) => {
      const { namespace, slots: declared } = view.state.bounds;
      const existing = view.state.entries.get(entryKey(namespace, id));
      if (input.keep && existing !== undefined && isActive(existing))
        return { changes: [], result: null };
      const slot = declared.some(({ name }) => name === slots[id]) ? slots[id] : undefined;
      const expect_version = existing?.image.version ?? undefined;
      const facts = { id, content, slot, score: 1, expect_version };
      return planCommit(view, { ...facts, skipGate: true }, rules);
    });
    if (result !== null && result.decision !== "rejected") written.push(id);
  }
  return written;
}
