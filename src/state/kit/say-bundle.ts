import type { FileEntry, FileTree } from "../../base/file-set.ts";
import type { Profile } from "../../base/findings.ts";
import { canonicalJson } from "../../base/json/canonical.ts";
import { type CommonState, codecOf } from "../../bundles/convert/common-state.ts";
import { renameDuplicateIds } from "../../bundles/convert/rename-duplicate-ids.ts";
import { overBudgetError } from "../../bundles/convert/set-budget.ts";
import type { Format } from "../../formats/format.ts";
import { type StateParts, trailLineFrom } from "../../formats/state-codec.ts";
import type { TrailEvent } from "../../model/state.ts";
import { footprintOf } from "../state.ts";
import type { CollectedHistory } from "./collect-history.ts";
import type { StateHistory } from "./history.ts";
import { type HeadFacts, sayEntries, sayHead } from "./say-entries.ts";
import { sayTrail } from "./say-trail.ts";

/** Where the events of a bundle's history stand. */
export const HISTORY_EVENTS = "history/events.jsonl";
const HISTORY_REDACTED = "history/redacted.json";

/** A bundle made from a state, ready to be checked and written. */
export interface SaidBundle {
  readonly model: unknown;
  readonly tree: FileTree;
  readonly profile: Profile;
  readonly carries: false;
}

const encoder = new TextEncoder();

/** Says a state as a bundle of a format, with the history that it follows from. */
export function sayBundle(
  history: CollectedHistory,
  format: Format,
  facts: HeadFacts & { readonly more?: readonly TrailEvent[] },
  countTokens: (text: string) => number,
): SaidBundle {
  const { codec } = codecOf(format);
  const { bounds } = history.state;
  const tokens = footprintOf(history.state);
  if (tokens > bounds.budget_tokens) throw overBudgetError(tokens, bounds.budget_tokens);
  const model = codec.buildModel(sayParts(history, format, facts, countTokens));
  const tree: Map<string, Uint8Array | FileEntry> = new Map(format.write(model));
  tree.set(HISTORY_EVENTS, encoder.encode(history.lines.map((line) => `${line}\n`).join("")));
  for (const [name, bytes] of history.texts) tree.set(`history/blobs/${name}`, bytes);
  if (history.redacted.length > 0) {
    const { redacted } = history;
    tree.set(HISTORY_REDACTED, encoder.encode(`${canonicalJson({ redacted })}\n`));
  }
  return { model, tree, profile: "strict", carries: false };
}

/** Records of a state, and the keys of the entries that they say, which a format may have to rename. */
export interface SaidParts extends StateParts {
  readonly keys: readonly string[];
}

/** The records of a state in a format. They follow from the history and the head's facts alone. */
export function sayParts(
  history: StateHistory,
  format: Format,
  facts: HeadFacts & {
    /** Lines of the trail that no event tells of. */
    readonly more?: readonly TrailEvent[];
  },
  countTokens: (text: string) => number,
): SaidParts {
  const { codec } = codecOf(format);
  const head = sayHead(history, facts);
  const entries = sayEntries(history);
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  const said: CommonState = {
    head,
    entries,
    events: [...sayTrail(history), ...(facts.more ?? [])],
    context: { head, entries: byId, countTokens },
  };
  const common = codec.idScope === "bundle" ? renameDuplicateIds(said) : said;
  const records = common.entries.map((entry) => codec.fromEntry(entry, common.context));
  const held = common.entries.filter((_, index) => records[index] !== null);
  const lines = common.events.map((event) => event && codec.fromEvent(event, common.context));
  return {
    documents: codec.buildDocuments(head, held),
    records: records.filter((record) => record !== null),
    lines: lines.filter((line) => line !== null).map(trailLineFrom),
    keys: [...history.state.entries.keys()].filter((_, index) => records[index] !== null),
  };
}
