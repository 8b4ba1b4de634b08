import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { isObject } from "../../base/json/value.ts";
import type { AgentPlaces, NativeOrder, Placed, SessionSource } from "../agent.ts";
import { replaceStrings } from "../replace-strings.ts";
import { rewriteLines } from "../rewrite-lines.ts";
import { agentFolder, sessionsFolder } from "./locate.ts";

/** The model that pi's user has chosen, when the settings name one. */
export async function settings(places: AgentPlaces): Promise<Record<string, string>> {
  const chosen: Record<string, string> = {};
  try {
    const text = await readFile(join(agentFolder(places), "settings.json"), "utf8");
    const value: unknown = JSON.parse(text);
    if (!isObject(value)) return chosen;
    if (typeof value.defaultProvider === "string") chosen.provider = value.defaultProvider;
    if (typeof value.defaultModel === "string") chosen.model = value.defaultModel;
  } catch {
    // No settings, or none that can be read: pi asks for a model when it continues.
  }
  return chosen;
}

/** The name pi would give the file, in the folder where it looks for the project's sessions. */
export async function target(order: NativeOrder, places: AgentPlaces): Promise<string> {
  const time = order.now.toISOString().replace(/[:.]/g, "-");
  return join(sessionsFolder(places, order.cwd), `${time}_${order.session_id}.jsonl`);
}

/** pi lists what is in the folder: nothing more is to be done. */
export async function settle(order: NativeOrder, path: string): Promise<Placed> {
  return {
    session_id: order.session_id,
    path,
    made: [path],
    resume: [
      ["pi", "--session", path],
      ["pi", "--session", order.session_id],
    ],
    notes: [],
  };
}

/** The same session under another id and folder: only the header names them. */
export async function* relocate(source: SessionSource, order: NativeOrder): AsyncGenerator<string> {
  const [file] = source.files;
  if (file !== undefined) yield* rewriteLines(file, (line) => renamed(line, order));
}

function renamed(line: string, { session_id, cwd }: NativeOrder): string {
  if (!line.startsWith('{"type":"session",')) return line;
  return replaceStrings(line, { "/id": () => session_id, "/cwd": () => cwd });
}
