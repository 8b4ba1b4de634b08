import { DatabaseSync } from "node:sqlite";
import { HoldallError } from "../../base/errors.ts";
import { isObject, type Json, type JsonObject } from "../../base/json/value.ts";
import type { FoundSession, SourceFile } from "../agent.ts";
import { lineFile } from "../records/line-file.ts";
import { COMPOSERS, HAS_TABLE, VALUE } from "./tables.ts";

/** Opens the editor's database for reading; null when no chat was ever in it. */
function openDatabase(path: string): DatabaseSync | null {
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(path, { readOnly: true, timeout: 5000 });
    if (database.prepare(HAS_TABLE).get("cursorDiskKV") !== undefined) return database;
    database.close();
    return null;
  } catch (error) {
    // Not a database, or one that is locked for good.
    database?.close();
    const why = error instanceof Error ? error.message : String(error);
    throw new HoldallError("E_FORMAT", `Cannot read Cursor's database "${path}": ${why}`);
  }
}

/** Every conversation of a database, the one changed last first. */
export function sessionsIn(path: string): FoundSession[] {
  const database = openDatabase(path);
  if (database === null) return [];
  try {
    const found: FoundSession[] = [];
    for (const { key, value } of database.prepare(COMPOSERS).iterate()) {
      const composer = parse(value);
      if (composer === null || bubblesOf(composer).length === 0) continue;
      const id = String(key).slice("composerData:".length);
      found.push(sessionOf(path, id, composer));
    }
    return found.sort((left, right) => right.modified_ms - left.modified_ms);
  } finally {
    database.close();
  }
}

function sessionOf(path: string, id: string, composer: JsonObject): FoundSession {
  const time = composer.lastUpdatedAt ?? composer.createdAt;
  return {
    agent: "cursor",
    id,
    path,
    cwd: folderOf(composer.workspaceIdentifier),
    bytes: 0,
    modified_ms: typeof time === "number" ? time : 0,
    parent_id: null,
  };
}

function folderOf(workspace: Json | undefined): string | null {
  const uri = isObject(workspace) && isObject(workspace.uri) ? workspace.uri : {};
  return typeof uri.fsPath === "string" ? uri.fsPath : null;
}

/** A conversation as lines: what it is, then its bubbles in their order. */
export function rowsOf(path: string, id: string): SourceFile {
  return lineFile(id, 0, function* () {
    const database = openDatabase(path);
    if (database === null) return;
    try {
      const read = database.prepare(VALUE);
      const composer = parse(read.get(`composerData:${id}`)?.value);
      if (composer === null) return;
      const { conversation: _conversation, ...about } = composer;
      yield `${JSON.stringify({ type: "composer", data: about })}\n`;
      for (const bubble of bubblesOf(composer)) {
        const stored = read.get(`bubbleId:${id}:${String(bubble.bubbleId)}`)?.value;
        const text = stored === undefined ? JSON.stringify(bubble) : textOf(stored);
        yield `{"type":"bubble","data":${text.replaceAll("\n", " ")}}\n`;
      }
    } finally {
      database.close();
    }
  });
}

/** Later versions list the bubbles by id and keep each in a row of its own. */
function bubblesOf({ fullConversationHeadersOnly, conversation }: JsonObject): JsonObject[] {
  const listed = Array.isArray(fullConversationHeadersOnly) ? fullConversationHeadersOnly : [];
  const held = Array.isArray(conversation) ? conversation : [];
  return (listed.length > 0 ? listed : held).filter(isObject);
}

function parse(value: unknown): JsonObject | null {
  try {
    const parsed: unknown = JSON.parse(textOf(value));
    return isObject(parsed) ? parsed : null;
  } catch {
    return null;
  }
}

function textOf(value: unknown): string {
  return value instanceof Uint8Array ? Buffer.from(value).toString("utf8") : String(value);
}
