import { asText, type Json, type JsonObject } from "../base/json/value.ts";
import { excerptLine } from "../base/text/one-line.ts";
import { excerpt } from "../base/text/text.ts";
import type { Summary } from "./format.ts";
import type { StateModel } from "./state-model.ts";

/** Facts that the state formats share. */
export function stateFacts(
  model: StateModel,
  documents: { manifest: JsonObject; snapshot: JsonObject; created: Json | undefined },
): Summary["facts"] {
  const { manifest, snapshot, created } = documents;
  const session = manifest.session;
  const facts: [string, string | number | boolean][] = [
    ["agent", text(manifest.agent_id)],
    ["created", text(created)],
    ["units", text(manifest.unit_source)],
    ["entries", model.records.length],
    [
      "tokens",
      typeof snapshot.token_count === "number"
        ? `${asText(snapshot.token_count)} of ${asText(snapshot.budget_tokens)}`
        : "",
    ],
    ["session", typeof session === "object" ? excerpt(JSON.stringify(session)) : ""],
    ["trail lines", model.trail.count],
    ["trail damaged", model.trail.damaged],
  ];
  return facts.filter(([, value]) => value !== "" && value !== false);
}

function text(value: Json | undefined): string {
  return typeof value === "string" ? excerpt(value) : "";
}

/** Entries by slot, one line each. */
export function stateOutline(
  slots: readonly string[],
  entries: readonly JsonObject[],
  namespace: string,
): Summary["outline"] {
  return slots.flatMap((slot) => {
    const inSlot = entries.filter((entry) => entry.slot === slot);
    return inSlot.length === 0
      ? []
      : [{ heading: slot, lines: inSlot.map((entry) => entryLine(entry, namespace)) }];
  });
}

/** One entry on one line. */
function entryLine(entry: JsonObject, namespace: string): string {
  const marks = [
    entry.namespace !== undefined && entry.namespace !== namespace ? asText(entry.namespace) : "",
    entry.resolution !== undefined && entry.resolution !== "full" ? asText(entry.resolution) : "",
    entry.state === "archived" ? "archived" : "",
  ].filter((mark) => mark !== "");
  const content = asText(entry.content ?? "") || `→ ${asText(entry.unit_ref ?? "nothing")}`;
  const note = marks.length > 0 ? ` [${marks.join(", ")}]` : "";
  return `${excerpt(asText(entry.id), 24)}  ${excerptLine(content, 100)}${excerpt(note)}`;
}
