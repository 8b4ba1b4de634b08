import { asText } from "../../agents/as-text.ts";
import type { ItemBody } from "../../agents/build-items.ts";
import { isObject, type Json, type JsonObject } from "../../base/json/value.ts";
import { readResult } from "./content.ts";

/** What a server does not show of a call, or shows in another form than the model had it. */
export interface CallFaults {
  /** The name of the tool is not shown: the title of the call, or its kind, is used. */
  readonly isUnnamed: boolean;
  readonly hasNoArguments: boolean;
  /** Only a change of a file, or data for the editor, is shown of the result. */
  readonly isResultReplaced: boolean;
}

/** A call as a transcript has it. */
export interface ShownCall {
  readonly name: string;
  readonly kind: string;
  readonly arguments: Readonly<Record<string, unknown>>;
  readonly bodies: readonly ItemBody[];
  readonly faults: CallFaults;
}

/** Reads a call from everything that a server showed of it, the later update over the earlier. */
export function readShownCall(call_id: string, shown: JsonObject): ShownCall {
  const named = nameOf(shown);
  const { rawInput, status, content, rawOutput } = shown;
  const input: JsonObject = isObject(rawInput) ? rawInput : argumentsOf(shown);
  const call = { kind: "tool_call", call_id, name: named.name, arguments: { ...input } } as const;
  const hasEnded = status === "completed" || status === "failed";
  const hasResult = hasEnded || (status === undefined && (content ?? rawOutput) !== undefined);
  const result = hasResult ? resultBodies(call_id, shown) : { bodies: [], isReplaced: false };
  return {
    name: named.name,
    kind: asText(shown.kind),
    arguments: input,
    bodies: [call, ...result.bodies],
    faults: {
      isUnnamed: !named.isShown,
      hasNoArguments: rawInput === undefined || rawInput === null,
      isResultReplaced: result.isReplaced,
    },
  };
}

/** A title that is the name of a tool, and not a sentence. */
const NAME = /^[A-Za-z][\w.-]{0,63}$/;
const NAME_KEYS = ["toolName", "tool_name"];

/** The name of the tool: some servers add it, some have it as the title; without arguments that is for people. */
function nameOf({ _meta, title, kind, rawInput }: JsonObject): {
  readonly name: string;
  readonly isShown: boolean;
} {
  const added = addedName(_meta, 3);
  if (added !== null) return { name: added, isShown: true };
  if (typeof title === "string" && NAME.test(title)) {
    return { name: title, isShown: rawInput !== undefined && rawInput !== null };
  }
  return { name: asText(kind) || "tool", isShown: false };
}

function addedName(meta: Json | undefined, levels: number): string | null {
  if (!isObject(meta) || levels === 0) return null;
  for (const key of NAME_KEYS) {
    const name = meta[key];
    if (typeof name === "string" && NAME.test(name)) return name;
  }
  for (const member of Object.values(meta).slice(0, 20)) {
    const name = addedName(member, levels - 1);
    if (name !== null) return name;
  }
  return null;
}

/** Without arguments, the title for people is all there is. */
function argumentsOf({ title, locations, rawInput }: JsonObject): JsonObject {
  if (rawInput !== undefined && rawInput !== null) return { input: rawInput };
  const paths = Array.isArray(locations)
    ? locations.filter(isObject).flatMap(({ path }) => (typeof path === "string" ? [path] : []))
    : [];
  return {
    ...(asText(title) === "" ? {} : { title: asText(title) }),
    ...(paths[0] && { path: paths[0] }),
  };
}

function resultBodies(
  call_id: string,
  { content, rawOutput, status }: JsonObject,
): { readonly bodies: readonly ItemBody[]; readonly isReplaced: boolean } {
  const { text, attachments, changes } = readResult(content);
  const output = text === "" ? textOfOutput(rawOutput) : { text, isPlain: true };
  const paths = changes.map(({ path }) => path).join(", ");
  const isEmpty = output.text === "" && changes.length > 0;
  return {
    bodies: [
      {
        kind: "tool_result",
        call_id,
        ok: status !== "failed",
        content: isEmpty ? `(changed: ${paths})` : output.text,
        attachments: [...attachments],
      },
      ...changes.map(
        ({ path, isNew }): ItemBody => ({
          kind: "file_change",
          path,
          change: isNew ? "add" : "update",
          diff: null,
        }),
      ),
    ],
    isReplaced: isEmpty || !output.isPlain,
  };
}

/** Where servers have the text of a result beside data for the editor. */
const OUTPUT_KEYS = ["content", "output", "text", "stdout", "error", "message"];

function textOfOutput(output: Json | undefined): {
  readonly text: string;
  readonly isPlain: boolean;
} {
  if (!isObject(output)) return { text: asText(output), isPlain: true };
  for (const key of OUTPUT_KEYS) {
    const text = output[key];
    if (typeof text === "string" && text !== "") return { text, isPlain: true };
  }
  return { text: asText(output), isPlain: Object.keys(output).length === 0 };
}
