/**
 * Reads the queue of older tools: a table `rfas` in an SQLite file. The file is a stranger's: it is opened
 * for reading only, and its size is bounded. A view, a virtual table or a computed column is refused: it can
 * hold more than the file does.
 */

import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { HoldallError } from "../../base/errors.ts";
import { isObject, type JsonObject } from "../../base/json/value.ts";
import { LEGACY_DEFINITION, LEGACY_REQUESTS } from "../../curator/requests/tables/legacy.ts";
import { requireFile } from "../../disk/require-file.ts";

/** Most rows that are read, and the largest file. */
const MAX_ROWS = 10_000;
const MAX_BYTES = 64 * 1024 * 1024;

/** A request of the old queue. */
export interface LegacyRequest {
  readonly id: string;
  readonly workspace: string | null;
  readonly status: string;
  readonly payload: JsonObject;
}

/** Every request of an old queue, in the order of the ids. */
export function readLegacyQueue(cwd: string, named: string): readonly LegacyRequest[] {
  const file = path.resolve(cwd, named);
  const stat = requireFile({ absolute: file, typed: named, doing: "import" });
  if (stat.size > MAX_BYTES) {
    const state = "it is larger than 64 MiB";
    throw new HoldallError("E_LIMIT", `Cannot import "${named}": ${state}`);
  }
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(file, { readOnly: true, timeout: 1000 });
    const table = database.prepare(LEGACY_DEFINITION).get();
    if (!/^create\s+table\b/i.test(String(table?.sql ?? ""))) {
      throw new HoldallError("E_FORMAT", `Cannot import "${named}": it has no table "rfas"`);
    }
    if (table?.computed !== 0) {
      throw new HoldallError("E_FORMAT", `Cannot import "${named}": a column is computed`);
    }
    const rows = database.prepare(LEGACY_REQUESTS).all(MAX_ROWS + 1);
    if (rows.length > MAX_ROWS) {
      throw new HoldallError("E_LIMIT", `Cannot import "${named}": more than ${MAX_ROWS} requests`);
    }
    return rows.map(toRequest);
  } catch (error) {
    if (error instanceof HoldallError) throw error;
    const why = error instanceof Error ? error.message : String(error);
    throw new HoldallError("E_FORMAT", `Cannot import "${named}": ${why}`, { cause: error });
  } finally {
    database?.close();
  }
}

function toRequest(row: Readonly<Record<string, unknown>>): LegacyRequest {
  const { id, workspace_id: workspace, status, payload, ...times } = row;
  const kept = Object.entries(times).filter(
    ([name, value]) => name.endsWith("_at") && typeof value === "string" && value.length <= 64,
  );
  return {
    id: String(id ?? ""),
    workspace: typeof workspace === "string" ? workspace : null,
    status: String(status ?? ""),
    payload: { ...parsePayload(payload), legacy_times: Object.fromEntries(kept) as JsonObject },
  };
}

/** The old tools wrote the text of a Python dictionary, which stays a text. */
function parsePayload(payload: unknown): JsonObject {
  const text = typeof payload === "string" ? payload : "";
  try {
    const value: unknown = JSON.parse(text);
    if (isObject(value)) return value;
  } catch {
    // Kept as it is, below.
  }
  return { legacy_payload: text.replaceAll("\0", "") };
}
