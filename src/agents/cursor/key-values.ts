import { HoldallError, messageOf } from "../../base/errors.ts";
import { isObject, type JsonObject } from "../../base/json/value.ts";
import {
  type ForeignDatabase,
  missingLogHint,
  openForeignDatabase,
} from "../records/open-database.ts";
import { COMPOSERS, HAS_TABLE, STORES, VALUE } from "./tables.ts";

/** The rows of one of the editor's databases, which are texts of JSON under a key. */
export interface KeyValues {
  /** The value of a key as it is kept; null when no table has it. */
  text(key: string): string | null;
  /** The conversations that have a row of their own, by their id. */
  composers(): Iterable<readonly [id: string, composer: JsonObject]>;
  close(): void;
}

/** Opens a database for reading; null when no chat was ever in it. */
export function openKeyValues(path: string): KeyValues | null {
  let opened: ForeignDatabase | undefined;
  try {
    opened = openForeignDatabase(path);
    const { database } = opened;
    const stores = STORES.filter((name) => database.prepare(HAS_TABLE).get(name) !== undefined);
    if (stores.length > 0) return keyValuesOf(opened, stores);
    opened.close();
    return null;
  } catch (error) {
    // Not a database, or one that is locked for good.
    opened?.close();
    const why = messageOf(error);
    const state = `${why}${missingLogHint(path)}`;
    throw new HoldallError("E_FORMAT", `Cannot read Cursor's database "${path}": ${state}`);
  }
}

function keyValuesOf(
  { database, close }: ForeignDatabase,
  stores: readonly (typeof STORES)[number][],
): KeyValues {
  const readers = stores.map((name) => database.prepare(VALUE[name]));
  return {
    text(key) {
      for (const reader of readers) {
        const row = reader.get(key);
        if (row !== undefined) return textOf(row.value);
      }
      return null;
    },
    *composers() {
      for (const name of stores) {
        for (const { key, value } of database.prepare(COMPOSERS[name]).iterate()) {
          const composer = parseValue(textOf(value));
          const id = String(key).slice("composerData:".length);
          if (isObject(composer)) yield [id, composer];
        }
      }
    },
    close,
  };
}

/** The JSON of a value; null for what is none. */
export function parseValue(text: string | null): unknown {
  try {
    return text === null ? null : JSON.parse(text);
  } catch {
    return null;
  }
}

function textOf(value: unknown): string {
  return value instanceof Uint8Array ? Buffer.from(value).toString("utf8") : String(value);
}
