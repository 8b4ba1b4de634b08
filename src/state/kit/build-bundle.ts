/**
 * Builds a kit: the records of a format, plus the history from which they follow. Records are
 * computed from the history alone, so that an import can compute them again and see what was edited
 * by hand.
 */

import type { FileEntry, FileTree } from "../../base/file-set.ts";
import type { Profile } from "../../base/findings.ts";
import { canonicalJson } from "../../base/json/canonical.ts";
import { type CommonState, codecOf } from "../../bundles/convert/common-state.ts";
import { renameDuplicateIds } from "../../bundles/convert/rename-duplicate-ids.ts";
import { overBudgetError } from "../../bundles/convert/set-budget.ts";
import type { Format } from "../../formats/format.ts";
import { type StateParts, trailLineFrom } from "../../formats/state-codec.ts";
import { HEADS_FILE, type Heads, renderHeads } from "../../ledger/heads.ts";
import type { TrailEvent } from "../../model/state.ts";
import { tokenCountOf } from "../state.ts";
import { buildEntries, buildHead, type HeadFacts } from "./bundle-entries.ts";
import { buildTrail } from "./bundle-trail.ts";
import type { CollectedHistory } from "./collect-history.ts";
import type { StateHistory } from "./history.ts";

/** The file with the events of a bundle's history. */
export const HISTORY_EVENTS = "history/events.jsonl";
const HISTORY_REDACTED = "history/redacted.json";

/** A bundle of a state, ready to be checked and written. */
export interface BundleDraft {
  readonly model: unknown;
  readonly tree: FileTree;
  readonly profile: Profile;
  readonly carries: false;
}

const encoder = new TextEncoder();

/** Builds a bundle of a state in a format, with the history that the state follows from. */
export function buildBundle(
  history: CollectedHistory,
  format: Format,
  facts: HeadFacts & {
    readonly more?: readonly TrailEvent[];
    /** Where the workspace ended that the bundle comes from. */
    readonly heads?: Heads | null;
  },
  countTokens: (text: string) => number,
): BundleDraft {
  const { codec } = codecOf(format);
  const { bounds } = history.state;
  const tokens = tokenCountOf(history.state);
  if (tokens > bounds.budget_tokens) throw overBudgetError(tokens, bounds.budget_tokens);
  const model = codec.buildModel(buildParts(history, format, facts, countTokens));
  const tree: Map<string, Uint8Array | FileEntry> = new Map(format.write(model));
  tree.set(HISTORY_EVENTS, encoder.encode(history.lines.map((line) => `${line}\n`).join("")));
  for (const [name, bytes] of history.texts) tree.set(`history/blobs/${name}`, bytes);
  if (history.redacted.length > 0) {
    const { redacted } = history;
    tree.set(HISTORY_REDACTED, encoder.encode(`${canonicalJson({ redacted })}\n`));
  }
  if (facts.heads != null) tree.set(HEADS_FILE, encoder.encode(renderHeads(facts.heads)));
  return { model, tree, profile: "strict", carries: false };
}

/** The records of a state, with the key of each entry: a format may have to rename entries. */
export interface BundleParts extends StateParts {
  readonly keys: readonly string[];
}

/** The records of a state in a format. They depend on the history and the facts of the head alone. */
export function buildParts(
  history: StateHistory,
  format: Format,
  facts: HeadFacts & {
    /** Further lines of the trail, for which there is no event. */
    readonly more?: readonly TrailEvent[];
  },
  countTokens: (text: string) => number,
): BundleParts {
  const { codec } = codecOf(format);
  const head = buildHead(history, facts);
  const entries = buildEntries(history);
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  const state: CommonState = {
    head,
    entries,
    events: [...buildTrail(history), ...(facts.more ?? [])],
    context: { head, entries: byId, countTokens },
  };
  const common = codec.idScope === "bundle" ? renameDuplicateIds(state) : state;
  const records = common.entries.map((entry) => codec.fromEntry(entry, common.context));
  const written = common.entries.filter((_, index) => records[index] !== null);
  const lines = common.events.map((event) => event && codec.fromEvent(event, common.context));
  return {
    documents: codec.buildDocuments(head, written),
    records: records.filter((record) => record !== null),
    lines: lines.filter((line) => line !== null).map(trailLineFrom),
    keys: [...history.state.entries.keys()].filter((_, index) => records[index] !== null),
  };
}
