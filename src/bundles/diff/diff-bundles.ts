import type { Json } from "../../base/json/value.ts";
import { DEFAULT_BUDGET } from "../../model/state.ts";
import { keyOf, toCommonState } from "../convert/common-state.ts";
import type { BundleReading } from "../read-bundle.ts";
import { type Changes, createChanges } from "./change.ts";
import { diffFiles } from "./diff-files.ts";
import { diffJson } from "./diff-json.ts";

/** Compares two bundles: of one format file by file, states of different formats entry by entry. */
export async function diffBundles(
  left: BundleReading,
  right: BundleReading,
  countTokens: (text: string) => number,
): Promise<Changes> {
  const changes = createChanges();
  if (left.format?.name === right.format?.name) {
    await diffFiles(left.files, right.files, left.format?.derived ?? [], changes);
    return changes;
  }
  const a = await meaningOf(left, countTokens);
  const b = await meaningOf(right, countTokens);
  if (a && b) {
    for (const key of Object.keys(a)) diffJson(key, a[key] ?? null, b[key] ?? null, changes);
    return changes;
  }
  const name = (reading: BundleReading) => reading.format?.name ?? "no known format";
  changes.add({
    kind: "changed",
    file: null,
    where: "format",
    left: name(left),
    right: name(right),
  });
  return changes;
}

/** The content of a state independent of its format; null for a bundle without a state. */
async function meaningOf(
  { format, model }: BundleReading,
  countTokens: (text: string) => number,
): Promise<Record<string, Json> | null> {
  if (!format?.state || model === null) return null;
  const parts = await format.state.readParts(model);
  const options = { budget: null, defaultBudget: DEFAULT_BUDGET, countTokens };
  const { head, entries, events } = toCommonState(format.state, parts, options);
  const byKey = Object.fromEntries(
    entries.map((entry) => {
      const { id, slot, content, score, committed_at, state, resolution } = entry;
      const compared = {
        id,
        slot,
        content,
        score,
        committed_at,
        state: state ?? "active",
        resolution: resolution ?? "full",
      };
      return [keyOf(entry, head), compared];
    }),
  );
  return {
    entries: byKey,
    head: {
      created: head.created,
      agent_id: head.agent_id ?? null,
      slots: head.slots.map((slot) => slot.name),
    },
    trail: events.map((event) =>
      event ? { ts: event.ts, action: event.action, entry: event.entry_id ?? null } : null,
    ),
  };
}
