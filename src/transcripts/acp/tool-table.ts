import type { NativeTool } from "../../agents/agent.ts";
import type { ToolKind } from "../../model/transcript.ts";
import type { ToolTable } from "../tool-names.ts";

/** How agents spell the arguments that many tools have, with our names for them. */
const SPELLINGS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    command: "command cmd",
    path: "path file_path filePath filepath target_file absolute_path",
    content: "content file_text contents",
    old: "old_string oldString old_str old_text before",
    new: "new_string newString new_str new_text after",
    pattern: "pattern",
    url: "url",
    query: "query",
  }).flatMap(([ours, names]) => names.split(" ").map((name) => [name, ours] as const)),
);

/** The arguments by which a kind of tool is known, and what the protocol calls such a call. */
const SHAPES: readonly (readonly [ToolKind, readonly string[], readonly string[]])[] = [
  ["shell", ["command"], ["execute"]],
  ["edit", ["path", "old", "new"], ["edit"]],
  ["write", ["path", "content"], ["edit"]],
  ["search", ["pattern"], ["search"]],
  ["fetch", ["url"], ["fetch"]],
  ["read", ["path"], ["read"]],
];

/** A call as a server shows it. */
interface NamedCall {
  readonly name: string;
  /** The protocol's word for what it does; empty when the server gives none. */
  readonly kind: string;
  readonly arguments: Readonly<Record<string, unknown>>;
}

/** Learns from calls which tools of an agent are those that several agents have. */
export function learnTools() {
  const tools = new Map<string, readonly [ToolKind, NativeTool] | null>();
  return {
    add(call: NamedCall): void {
      if (!tools.has(call.name)) tools.set(call.name, toolOf(call));
    },
    table: (): ToolTable => [...tools.values()].filter((tool) => tool !== null),
  };
}

function toolOf({ name, kind, arguments: all }: NamedCall): readonly [ToolKind, NativeTool] | null {
  const known = Object.keys(all).flatMap((key) => {
    const ours = SPELLINGS.get(key);
    return ours === undefined ? [] : [[key, ours] as const];
  });
  const has = (ours: string) => known.some(([, each]) => each === ours);
  const shape = SHAPES.find(([, needed, kinds]) => {
    return needed.every(has) && (kind === "" || kinds.includes(kind));
  });
  // A server that names no kind is believed only where the arguments fit a single kind of tool.
  if (shape === undefined || (kind === "" && shape[0] === "read")) return null;
  return [shape[0], { name, arguments: Object.fromEntries(known) }];
}
