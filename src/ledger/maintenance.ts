import type { JsonObject } from "../base/json/value.ts";
import type { Actor } from "../model/event.ts";
import type { NewEvent } from "./append.ts";
import type { LedgerModule } from "./projections.ts";
import { createAliases, insertAlias } from "./tables/aliases.ts";
import { createRedacted, insertRedacted } from "./tables/redactions.ts";

// Events about the ledger itself: which texts were redacted, and which foreign ids mean which artifacts.
// Both tables follow from these events alone, so that a row that nobody recorded is noticed. Each record is
// a stream of its own: histories of several workspaces can be joined without a conflict.

/** The type of events that record a redaction. */
export const REDACTED = "ledger_texts_redacted";
const ALIASED = "ledger_artifacts_aliased";

/** Names or pairs per event, so that no body grows without bound. */
const BATCH = 500;
/** Longest reason that is put into the body itself. */
const MAX_REASON = 200;

/** The events that record a redaction. */
export function redactionEvents(
  id: string,
  texts: readonly string[],
  { actor, reason }: { readonly actor: Actor | null; readonly reason?: string | undefined },
): readonly NewEvent[] {
  // A longer reason is a text of its own in the event that requested the redaction.
  const why = reason === undefined || reason.length > MAX_REASON ? {} : { reason };
  return inBatches(texts, (batch) => event(id, REDACTED, { texts: batch, ...why }, actor));
}

/** The events that record foreign ids of artifacts. */
export function aliasEvents(id: string, aliases: ReadonlyMap<string, string>): readonly NewEvent[] {
  return inBatches([...aliases], (batch) =>
    event(id, ALIASED, { aliases: Object.fromEntries(batch) }, null),
  );
}

function event(id: string, type: string, body: JsonObject, actor: Actor | null): NewEvent {
  return { stream: `ledger:${id}`, type, actor, body };
}

function inBatches<Item>(
  items: readonly Item[],
  toEvent: (batch: readonly Item[]) => NewEvent,
): readonly NewEvent[] {
  const events: NewEvent[] = [];
  for (let at = 0; at < items.length; at += BATCH)
    events.push(toEvent(items.slice(at, at + BATCH)));
  return events;
}

/** The texts that an event records as redacted; none for any other event. */
export function redactedIn({ type, body }: { type: string; body: JsonObject }): readonly string[] {
  if (type !== REDACTED || !Array.isArray(body.texts)) return [];
  return body.texts.filter((name): name is string => typeof name === "string");
}

/** The ledger's own module: it is part of every workspace. */
export const maintenance: LedgerModule = {
  projection: {
    name: "ledger",
    version: 1,
    kinds: ["ledger"],
    tables: ["ledger_redacted", "ledger_artifact_aliases"],
    create: (types) => [createRedacted(types), createAliases(types)],
    apply(tx, { type, at, body }) {
      for (const name of redactedIn({ type, body })) insertRedacted(tx, name, at);
      if (type !== ALIASED) return;
      for (const [alias, sha256] of Object.entries(body.aliases ?? {})) {
        if (typeof sha256 === "string") insertAlias(tx, alias, sha256);
      }
    },
  },
};
