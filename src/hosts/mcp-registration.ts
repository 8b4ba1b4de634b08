/**
 * The server's entry in a host's list of MCP servers, in JSON or TOML. Only the keys that the host's
 * own entry has are ours; anything a user added to it stays.
 */

import type { HostPlace, ServerCommand, ServerList } from "../agents/host.ts";
import { type HostId, hosts } from "../agents/registry.ts";
import { HoldallError } from "../base/errors.ts";
import { parseCommented } from "../base/json/commented.ts";
import { removeIfEmpty, removeValue, setValue } from "../base/json/edit-text.ts";
import { isObject, type Json, type JsonObject } from "../base/json/value.ts";
import { readTable, removeTable, setTable, tomlString } from "../base/toml-text.ts";
import { type ConfigEdit, jsonText, type TextEdit } from "./config-edit.ts";

/** The server's name in the lists of hosts. */
const NAME = "holdall";

/** Adds the server to a host's list, or updates its entry there. */
export function addServer(host: HostId, place: HostPlace, server: ServerCommand): ConfigEdit {
  const { add, ...rest } = registrationFor(host, place);
  return { ...rest, edit: add(server) };
}

/** Removes the server from a host's list. */
export function removeServer(host: HostId, place: HostPlace): ConfigEdit {
  const { remove, ...rest } = registrationFor(host, place);
  return { ...rest, edit: remove };
}

/** The list of servers of a host and its file in a scope; null where it has none. */
export function serverListOf(
  host: HostId,
  place: HostPlace,
): { readonly file: string; readonly list: ServerList } | null {
  const { servers: list } = hosts[host];
  const file = list?.file(place) ?? null;
  return list === undefined || file === null ? null : { file, list };
}

/** A file in which a host lists servers, and how one is written there. */
interface Registration {
  readonly file: string;
  isOurs(text: string): boolean;
  /** What is left of a file with nothing but our entry. */
  readonly leftover: string;
  add(server: ServerCommand): TextEdit;
  readonly remove: TextEdit;
}

function registrationFor(host: HostId, place: HostPlace): Registration {
  const found = serverListOf(host, place);
  if (found !== null)
    return { json: inJson, toml: inToml }[found.list.format](found.file, found.list);
  const { displayName, servers } = hosts[host];
  throw servers === undefined
    ? new HoldallError("E_USAGE", `Cannot change the servers of ${displayName}: it runs none`, {
        cure: `use hooks: holdall hooks install --${host}`,
      })
    : new HoldallError(
        "E_USAGE",
        `Cannot change the servers of ${displayName} for a ${place.scope}: it has no such list`,
        { cure: "add --scope user" },
      );
}

function inJson(file: string, { key, entry: entryFor }: ServerList): Registration {
  const entry = [key, NAME];
  const entryIn = (text: string): Json | undefined => {
    const settings = parseCommented(jsonText(text, file));
    const servers = isObject(settings) ? settings[key] : undefined;
    return isObject(servers) && Object.hasOwn(servers, NAME) ? servers[NAME] : undefined;
  };
  return {
    file,
    leftover: removeEntry(setValue(jsonText(null, file), entry, {}), entry),
    isOurs: (text) => entryIn(text) !== undefined,
    add: (server) => (before) => {
      const text = jsonText(before, file);
      const now = entryIn(text);
      const wanted = entryFor(server);
      return isObject(now) ? updated(text, entry, { now, wanted }) : setValue(text, entry, wanted);
    },
    remove: (before) =>
      before === null || entryIn(before) === undefined ? before : removeEntry(before, entry),
  };
}

/** A text without an entry, and without the list that it was the only one of. A comment in the list keeps it. */
function removeEntry(before: string, entry: readonly string[]): string {
  return removeIfEmpty(removeValue(before, entry), entry.slice(0, -1));
}

/** A text in which our keys of an entry have their values; what the user added to it stays. */
function updated(
  before: string,
  path: readonly string[],
  { now, wanted }: { readonly now: JsonObject; readonly wanted: JsonObject },
): string {
  let text = before;
  for (const [key, value = null] of Object.entries(wanted)) {
    if (JSON.stringify(now[key]) !== JSON.stringify(value))
      text = setValue(text, [...path, key], value);
  }
  return text;
}

function inToml(file: string, { key }: ServerList): Registration {
  const table = [key, NAME];
  return {
    file,
    leftover: "",
    isOurs: (text) => readTable(text, table) !== null,
    add:
      ({ command, args }) =>
      (before) => {
        const text = before ?? "";
        const values = {
          command: tomlString(command),
          args: `[${args.map(tomlString).join(", ")}]`,
        };
        const now = readTable(text, table);
        const isSame = Object.entries(values).every(([name, value]) => now?.get(name) === value);
        return isSame ? text : setTable(text, table, values);
      },
    remove: (before) => (before === null ? null : removeTable(before, table)),
  };
}
