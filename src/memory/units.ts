/**
 * Storing units and changing their state. A unit's content never changes: another text is another
 * unit.
 */

import { HoldallError } from "../base/errors.ts";
import { decodeUtf8 } from "../base/text/text.ts";
import type { NewEvent } from "../ledger/append.ts";
import { readText, toText } from "../ledger/texts.ts";
import type { UnitOfWork } from "../ledger/unit-of-work.ts";
import type { Actor } from "../model/event.ts";
import type { Transaction } from "../stores/store.ts";
import { type UnitFacts, type UnitState, unitFactsSchema } from "./event-bodies.ts";
import { selectNamed, selectUnit, type UnitRow } from "./tables.ts";
import { unitIdOf, unitStream } from "./unit-id.ts";

/** A unit to be stored. */
export interface NewUnit extends UnitFacts {
  readonly content: string;
  /** The front matter of an imported record, verbatim. */
  readonly record?: string | null;
}

/** The result of storing a unit. */
export interface StoreResult {
  readonly unit_id: string;
  /** `reactivated`: it had been retracted or archived. */
  readonly outcome: "stored" | "known" | "reactivated";
}

/** Stores units. The same content of the same owner is one unit, however often it is stored. */
export async function storeUnits(
  unit: UnitOfWork,
  units: readonly NewUnit[],
  actor: Actor,
): Promise<readonly StoreResult[]> {
  const stored: StoreResult[] = [];
  const events: NewEvent[] = [];
  const seen = new Set<string>();
  for (const each of units) {
    const unit_id = unitIdOf(each.content, each);
    const known = seen.has(unit_id) ? "active" : await stateOf(unit.tx, unit_id);
    seen.add(unit_id);
    stored.push({ unit_id, outcome: outcomeFor(known) });
    if (known === null) events.push(storedEvent(unit_id, each, actor));
    else if (known !== "active") {
      const again = unitStateEvent(unit_id, "active", "stored again", actor);
      events.push(known === "deleted" ? { ...again, ...restoreText(each.content, again) } : again);
    }
  }
  await unit.append(events);
  return stored;
}

/**
 * Adds the content of a deleted unit again. Deletion removed the bytes of the text, so that the
 * event has to bring them again.
 */
function restoreText(content: string, { body }: NewEvent): Pick<NewEvent, "body" | "texts"> {
  const text = toText(content);
  return { body: { ...body, content: text.ref }, texts: [text] };
}

async function stateOf(tx: Transaction, unit_id: string): Promise<UnitState | null> {
  return (await selectUnit(tx, unit_id))?.state ?? null;
}

function outcomeFor(known: UnitState | null): StoreResult["outcome"] {
  if (known === null) return "stored";
  return known === "active" ? "known" : "reactivated";
}

function storedEvent(unit_id: string, each: NewUnit, actor: Actor): NewEvent {
  if (each.content.trim() === "") {
    throw new HoldallError("E_USAGE", "Cannot store a unit: the content is empty");
  }
  const content = toText(each.content);
  const record = each.record == null ? null : toText(each.record);
  const facts = unitFactsSchema.parse(each);
  return {
    stream: unitStream(unit_id),
    type: "unit_stored",
    actor,
    body: { ...facts, content: content.ref, record: record?.ref ?? null },
    texts: record === null ? [content] : [content, record],
  };
}

const stateEvents = {
  active: "unit_restored",
  archived: "unit_archived",
  retracted: "unit_retracted",
  deleted: "unit_deleted",
} as const satisfies Record<UnitState, string>;

/** The event that changes the state of a unit. */
export function unitStateEvent(
  unit_id: string,
  to: UnitState,
  reason: string,
  actor: Actor,
): NewEvent {
  return { stream: unitStream(unit_id), type: stateEvents[to], actor, body: { reason } };
}

/** Retracts, archives or reactivates a unit; returns whether its state changed. */
export async function changeUnitState(
  unit: UnitOfWork,
  name: string,
  change: { readonly to: UnitState; readonly reason: string; readonly actor: Actor },
): Promise<{ readonly row: UnitRow; readonly changed: boolean }> {
  const row = await findUnit(unit.tx, name);
  const changed = row.state !== change.to;
  if (changed)
    await unit.append([unitStateEvent(row.unit_id, change.to, change.reason, change.actor)]);
  return { row, changed };
}

/** Marks a unit as useful. */
export async function markUsed(unit: UnitOfWork, name: string, actor: Actor): Promise<UnitRow> {
  const row = await findUnit(unit.tx, name);
  await unit.append([{ stream: unitStream(row.unit_id), type: "unit_used", actor, body: {} }]);
  return { ...row, useful: row.useful + 1 };
}

/** Finds a unit by its id, a unique prefix of it, or its node id. */
export async function findUnit(tx: Transaction, name: string): Promise<UnitRow> {
  const exact = await selectUnit(tx, name);
  if (exact !== null) return exact;
  const isPrefix = /^[0-9a-f]{4,63}$/.test(name);
  // "g" is the first character after the hex digits, so the range contains exactly the ids with
  // this prefix.
  const [found, another] = await selectNamed(tx, name, isPrefix ? [name, `${name}g`] : ["", ""]);
  if (found === undefined) {
    throw new HoldallError(
      "E_NOT_FOUND",
      `Cannot find unit "${name}": no unit has this id or node id`,
      {
        cure: "list the units with `holdall memory list`",
      },
    );
  }
  if (another !== undefined) {
    throw new HoldallError("E_USAGE", `Cannot find unit "${name}": the name is ambiguous`, {
      cure: "use the complete id",
    });
  }
  return found;
}

/** The content of a unit; null when it was redacted. */
export async function contentOf(tx: Transaction, row: UnitRow): Promise<string | null> {
  const bytes = await readText(tx, row.content);
  return bytes === null ? null : decodeUtf8(bytes);
}
