import { HoldallError } from "../base/errors.ts";
import { decodeUtf8 } from "../base/text.ts";
import type { NewEvent } from "../ledger/append.ts";
import { readText, toText } from "../ledger/texts.ts";
import type { UnitOfWork } from "../ledger/unit-of-work.ts";
import type { Actor } from "../model/event.ts";
import type { Transaction } from "../stores/store.ts";
import { type UnitFacts, type UnitState, unitFactsSchema } from "./event-bodies.ts";
import { selectNamed, selectUnit, type UnitRow } from "./tables.ts";
import { unitIdOf, unitStream } from "./unit-id.ts";

/** Something to be kept. */
export interface NewUnit extends UnitFacts {
  readonly content: string;
  /** Front matter that it came with, verbatim. */
  readonly record?: string | null;
}

/** What became of a unit that was to be kept. */
export interface StoreResult {
  readonly unit_id: string;
  /** `reactivated`: it had been retracted or archived. */
  readonly outcome: "stored" | "known" | "reactivated";
}

/** Keeps units; the same content of the same owner is one unit, however often it comes. */
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

/** Gives a deleted unit its content back. */
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
    throw new HoldallError("E_USAGE", "Cannot store a unit: it says nothing");
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

/** The event by which a unit becomes something else. */
export function unitStateEvent(
  unit_id: string,
  to: UnitState,
  reason: string,
  actor: Actor,
): NewEvent {
  return { stream: unitStream(unit_id), type: stateEvents[to], actor, body: { reason } };
}

/** Says that a unit holds no longer, is put away, or holds again. Tells whether that changed anything. */
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

/** Says that a unit was of use. */
export async function markUsed(unit: UnitOfWork, name: string, actor: Actor): Promise<UnitRow> {
  const row = await findUnit(unit.tx, name);
  await unit.append([{ stream: unitStream(row.unit_id), type: "unit_used", actor, body: {} }]);
  return { ...row, useful: row.useful + 1 };
}

/** The one unit of a name: its id, the beginning of it, or what its node is called. */
export async function findUnit(tx: Transaction, name: string): Promise<UnitRow> {
  const exact = await selectUnit(tx, name);
  if (exact !== null) return exact;
  const isPrefix = /^[0-9a-f]{4,63}$/.test(name);
  const [found, another] = await selectNamed(tx, name, isPrefix ? [name, `${name}g`] : ["", ""]);
  if (found === undefined) {
    throw new HoldallError("E_NOT_FOUND", `Cannot find unit "${name}": there is none`, {
      cure: "see `holdall memory list`",
    });
  }
  if (another !== undefined) {
    throw new HoldallError(
      "E_USAGE",
      `Cannot tell which unit "${name}" is: several are called so`,
      {
        cure: "give its id",
      },
    );
  }
  return found;
}

/** The content of a unit; null when it was redacted. */
export async function contentOf(tx: Transaction, row: UnitRow): Promise<string | null> {
  const bytes = await readText(tx, row.content);
  return bytes === null ? null : decodeUtf8(bytes);
}
