/**
 * The server's entry in a host's list of MCP servers, in JSON (Claude Code, Gemini CLI) or TOML
 * (Codex). Only `command` and `args` are ours; anything a user added to the entry stays.
 */

import type { HostPlace } from "../../agents/host.ts";
import { type HostId, hosts } from "../../agents/registry.ts";
import { parseCommented } from "../../base/json/commented.ts";
import { removeValue, setValue } from "../../base/json/edit-text.ts";
import { isObject, type Json } from "../../base/json/value.ts";
import { readTable, removeTable, setTable, tomlString } from "../../base/toml-text.ts";
import { type ConfigEdit, jsonText, type TextEdit } from "./config-edit.ts";

/** The server's name in the lists of hosts. */
const NAME = "holdall";
const TABLE = ["mcp_servers", NAME] as const;

/** How a host starts the server. */
export interface ServerCommand {
  readonly command: string;
  readonly args: readonly string[];
}

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
  const { serverFile, serverFormat } = hosts[host];
  return { json: inJson, toml: inToml }[serverFormat](serverFile(place));
}

function inJson(file: string): Registration {
  const entry = ["mcpServers", NAME];
  const entryIn = (text: string): Json | undefined => {
    const whole = parseCommented(jsonText(text, file));
    const servers = isObject(whole) ? whole.mcpServers : undefined;
    return isObject(servers) && Object.hasOwn(servers, NAME) ? servers[NAME] : undefined;
  };
  return {
    file,
    leftover: removeValue(setValue(jsonText(null, file), entry, {}), entry),
    isOurs: (text) => entryIn(text) !== undefined,
    add:
      ({ command, args }) =>
      (before) => {
        const text = jsonText(before, file);
        const now = entryIn(text);
        if (!isObject(now)) return setValue(text, entry, { command, args });
        if (JSON.stringify([now.command, now.args]) === JSON.stringify([command, args]))
          return text;
        // What the user added to the entry, such as trust or variables, stays.
        return setValue(setValue(text, [...entry, "command"], command), [...entry, "args"], args);
      },
    remove: (before) => (before === null ? null : removeValue(jsonText(before, file), entry)),
  };
}

function inToml(file: string): Registration {
  return {
    file,
    leftover: "",
    isOurs: (text) => readTable(text, TABLE) !== null,
    add:
      ({ command, args }) =>
      (before) => {
        const text = before ?? "";
        const values = {
          command: tomlString(command),
          args: `[${args.map(tomlString).join(", ")}]`,
        };
        const now = readTable(text, TABLE);
        const isSame = Object.entries(values).every(([key, value]) => now?.get(key) === value);
        return isSame ? text : setTable(text, TABLE, values);
      },
    remove: (before) => (before === null ? null : removeTable(before, TABLE)),
  };
}
