import type { Ledger } from "../../ledger/ledger.ts";
import { readTexts } from "../../ledger/text-lookup.ts";
import type { Passage, SourceKind } from "../../memory/search/source.ts";
import { countNamespaces, selectUnits, type UnitRow } from "../../memory/tables.ts";
import { cutEnd, type Entry, entryKinds } from "./item-text.ts";
import { listSources } from "./list-sources.ts";
import { withoutSecrets } from "./read-passages.ts";

/** Something of a workspace that can be found: a thread or imported session, a unit, an entry of a state, a request. */
export interface WorkspaceSource {
  readonly kind: "thread" | "memory" | "state" | "request";
  readonly id: string;
  readonly title: string | null;
  readonly modified_ms: number;
  /** Changes whenever the entries may have changed. */
  readonly stamp: string;
  /** Its words, without secrets. */
  entries(): Promise<readonly Entry[]>;
}

/** Units of a namespace that are indexed at most, the newest. */
const MAX_UNITS = 5000;

const KINDS = { session: "thread", thread: "thread", state: "state", request: "request" } as const;

/** Lists what can be found in a workspace. */
export async function readWorkspace(ledger: Ledger): Promise<readonly WorkspaceSource[]> {
  const sources = (await listSources(ledger)).map(
    ({ kind, id, title, modified_ms, stamp, passages }) => ({
      kind: KINDS[kind satisfies SourceKind],
      id,
      title,
      modified_ms,
      stamp,
      entries: async () => (await passages()).map(entryOf),
    }),
  );
  const all = [...sources, ...(await listUnits(ledger))];
  return [...new Map(all.map((source) => [`${source.kind} ${source.id}`, source])).values()];
}

async function listUnits(ledger: Ledger): Promise<readonly WorkspaceSource[]> {
  const rows = await ledger.read(async (tx) => {
    const found = new Map<string, UnitRow>();
    for (const { namespace } of await countNamespaces(tx)) {
      for (const row of await selectUnits(tx, { namespace }, MAX_UNITS)) {
        found.set(row.unit_id, row);
      }
    }
    return [...found.values()];
  });
  return rows.map((row) => ({
    kind: "memory",
    id: row.unit_id,
    title: row.node_id,
    modified_ms: Date.parse(row.created_at) || 0, // Other programs may have written any text as a time.
    stamp: String(row.pos),
    async entries() {
      const texts = await ledger.read((tx) => readTexts(tx, [row.content]));
      const text = texts.find(row.content);
      if (text === null) return []; // Redacted.
      return [entryOf({ kind: "assistant", at_ms: null, text: withoutSecrets(text) })];
    },
  }));
}

function entryOf({ kind, at_ms, text }: Passage): Entry {
  const known = entryKinds.find((each) => each === kind) ?? "assistant";
  return { kind: known, at_ms, tool: null, tool_kind: null, ...cutEnd(text) };
}
