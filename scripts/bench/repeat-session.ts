/** Builds a long session from a real one, by repeating it under new ids. */
import { once } from "node:events";
import { createWriteStream, readFileSync } from "node:fs";

type JsonObject = Record<string, unknown>;

/** The agents whose sessions can be repeated, and how the ids of a copy differ from those of the others. */
export const repeaters = { claude: repeatClaude, codex: repeatCodex } as const;

/** Repeats a session until the copy has about so many bytes; returns its path. */
export async function repeatSession(
  agent: keyof typeof repeaters,
  {
    sample,
    path,
    bytes,
  }: { readonly sample: string; readonly path: string; readonly bytes: number },
): Promise<string> {
  const records = readFileSync(sample, "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line): JsonObject => JSON.parse(line));
  const out = createWriteStream(path);
  const copy = repeaters[agent](records);
  let written = 0;
  for (let turn = 0; written < bytes; turn++) {
    for (const record of copy(turn)) {
      const line = `${JSON.stringify(record)}\n`;
      written += Buffer.byteLength(line);
      if (!out.write(line)) await once(out, "drain");
      if (written >= bytes) break;
    }
  }
  out.end();
  await once(out, "close");
  return path;
}

/** Keys whose values are ids of records, calls and answers. */
const IDS = new Set([
  "uuid",
  "parentUuid",
  "logicalParentUuid",
  "leafUuid",
  "call_id",
  "tool_use_id",
]);
const HAS_ID = new Set(["message", "tool_use"]);

/** A value with every id changed that is unique to one copy. */
function renumber(value: unknown, turn: number): unknown {
  if (Array.isArray(value)) return value.map((each) => renumber(each, turn));
  if (typeof value !== "object" || value === null) return value;
  const { type } = value as JsonObject;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => {
      const isId = IDS.has(key) || (key === "id" && HAS_ID.has(String(type)));
      if (isId && typeof member === "string") return [key, renumbered(member, turn)];
      return [key, key === "input" ? member : renumber(member, turn)];
    }),
  );
}

function renumbered(id: string, turn: number): string {
  return turn === 0 ? id : id.slice(0, -6) + turn.toString(16).padStart(6, "0");
}

/** Each copy follows the last record of the one before. */
function repeatClaude(records: readonly JsonObject[]) {
  let last: unknown = null;
  return (turn: number) => {
    const copies = records.map((record) => renumber(record, turn) as JsonObject);
    const linked = copies.map((record) =>
      record.parentUuid === null ? { ...record, parentUuid: last } : record,
    );
    last = linked.findLast(({ uuid }) => typeof uuid === "string")?.uuid ?? last;
    return linked;
  };
}

function repeatCodex(records: readonly JsonObject[]) {
  return (turn: number) =>
    records
      .filter(({ type }) => turn === 0 || type !== "session_meta")
      .map((record) => renumber(record, turn) as JsonObject);
}
