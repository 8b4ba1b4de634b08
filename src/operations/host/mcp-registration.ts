import os from "node:os";
import path from "node:path";
import { removeValue, setValue } from "../../base/json/edit-text.ts";
import { isObject, type Json } from "../../base/json/value.ts";
import { readTable, removeTable, setTable, tomlString } from "../../base/toml-text.ts";
import type { OperationContext } from "../operation/operation.ts";
import { jsonText, type Scope, settingsFolder, type TextEdit } from "./host-config.ts";
import type { Host } from "./hosts.ts";

/** What the server is called in the hosts' lists. */
const NAME = "holdall";
const TABLE = ["mcp_servers", NAME] as const;

/** How a host starts the server. */
export interface ServerCommand {
  readonly command: string;
  readonly args: readonly string[];
}

/** A place where a host looks for servers, and how one is written there. */
export interface Registration {
  readonly file: string;
  isOurs(text: string): boolean;
  add(server: ServerCommand): TextEdit;
  readonly remove: TextEdit;
}

/** Where and how a host is told of the server. */
export function registrationFor(host: Host, scope: Scope, context: OperationContext): Registration {
  const folder = settingsFolder(host, scope, context);
  switch (host) {
    case "claude": {
      const home = process.env.CLAUDE_CONFIG_DIR || os.homedir();
      const user = path.join(home, ".claude.json");
      return inJson(scope === "user" ? user : path.join(context.cwd, ".mcp.json"));
    }
    case "gemini":
      return inJson(path.join(folder, "settings.json"));
    case "codex":
      return inToml(path.join(folder, "config.toml"));
  }
}

function inJson(file: string): Registration {
  const entry = ["mcpServers", NAME];
  const entryIn = (text: string): Json | undefined => {
    const whole: Json = JSON.parse(jsonText(text, file));
    const servers = isObject(whole) ? whole.mcpServers : undefined;
    return isObject(servers) && Object.hasOwn(servers, NAME) ? servers[NAME] : undefined;
  };
  return {
    file,
    isOurs: (text) => entryIn(text) !== undefined,
    add:
      ({ command, args }) =>
      (before) => {
        const text = jsonText(before, file);
        const now = entryIn(text);
        if (!isObject(now)) return setValue(text, entry, { command, args });
        if (JSON.stringify([now.command, now.args]) === JSON.stringify([command, args]))
          return text;
        // What the user has added to the entry, such as trust or variables, stays.
        return setValue(setValue(text, [...entry, "command"], command), [...entry, "args"], args);
      },
    remove: (before) => (before === null ? null : removeValue(jsonText(before, file), entry)),
  };
}

function inToml(file: string): Registration {
  return {
    file,
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
