/**
 * The vision and the rules for agents. They are ordinary entries with fixed ids, so that they are
 * versioned, budgeted and handed over like any other entry.
 */

import * as z from "zod";
import type { Ledger } from "../../../ledger/ledger.ts";
import { entryKey } from "../../../model/state.ts";
import { actorOf } from "../../../runtime/actor.ts";
import type { OperationContext } from "../../../runtime/operation-context.ts";
import type { Transaction } from "../../../stores/store.ts";
import { stateIdOf } from "../../address.ts";
import { changeState } from "../../change-state.ts";
import { planCommit } from "../../commit/plan-commit.ts";
import { addressFor } from "../../find-address.ts";
import { loadState } from "../../load.ts";
import { anchorSchema, readAnchor } from "../../session/anchor.ts";
import { showState } from "../../show.ts";
import { isActive, type State } from "../../state.ts";
import { selectState } from "../../tables.ts";
import { commitRules, stateSettings } from "../settings/settings.ts";

/** The slots of a kit's texts, by their ids. */
const slots = { vision: "decision", agents: "constraint" } as const;

/** The id of a text of a kit. */
type KitText = keyof typeof slots;

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
      anchor,
    };
  });
}

async function shownEntries(tx: Transaction, state: State) {
  const viewer = { namespace: state.bounds.namespace };
  return (await showState(tx, state, { archived: false, viewer })).entries;
}

/** Texts to be written, where and by whom. */
type WrittenTexts = Parameters<typeof stateSettings>[2] &
  Parameters<typeof actorOf>[0] & {
    readonly vision?: string | undefined;
    readonly agents?: string | undefined;
    /** Texts that exist stay. */
    readonly keep: boolean;
  };

/** Writes texts of a kit; with `keep`, only those that do not exist. Returns the ids that were written. */
export async function writeKitTexts(
  context: OperationContext,
  ledger: Ledger,
  input: WrittenTexts,
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
