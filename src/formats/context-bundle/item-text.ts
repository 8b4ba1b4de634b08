import { isObject } from "../../base/json/value.ts";
import { decodeUtf8 } from "../../base/text/text.ts";
import type { ContextItem } from "../../model/context-items.ts";
import type { Blobs } from "./model.ts";

/** What an item is, in a few words. */
export function itemHeading(item: ContextItem): string {
  switch (item.type) {
    case "message":
      return item.thread_seq == null ? item.role : `${item.role} (seq ${item.thread_seq})`;
    case "summary_ref":
      return withNote("summary", item.note);
    case "handoff_bundle_ref":
      return withNote("handoff", item.note);
    case "state_ref":
      return withNote("state", item.note);
    case "artifact_ref":
      return withNote(`artifact${item.mime ? ` ${item.mime}` : ""}`, item.note);
    case "file_ref":
      return withNote(`file ${item.path}`, item.note);
    case "tool_side_effect_ref":
      return `changed: ${item.affected_paths?.join(", ") ?? "unknown"}`;
    case "tool_call":
      return `call ${item.name} (${item.call_id})`;
    case "tool_result":
      return `${item.ok ? "result" : "failure"} (${item.call_id})`;
    default:
      return item satisfies never;
  }
}

function withNote(what: string, note: string | null | undefined): string {
  return note ? `${what}: ${note}` : what;
}

/** The text of an item; null if it has none or its artifact is not in memory. */
export function itemText(item: ContextItem, blobs: Blobs): string | null {
  switch (item.type) {
    case "message":
      return item.content;
    case "tool_call":
      return typeof item.arguments === "string" ? item.arguments : JSON.stringify(item.arguments);
    case "tool_result":
      return item.content ?? (item.artifact_id ? blobText(item.artifact_id, blobs) : null);
    case "summary_ref":
    case "handoff_bundle_ref":
      return markdownOf(blobText(item.artifact_id, blobs));
    case "state_ref":
    case "artifact_ref":
      return blobText(item.artifact_id, blobs);
    case "file_ref":
    case "tool_side_effect_ref":
      return null;
    default:
      return item satisfies never;
  }
}

function blobText(id: string, blobs: Blobs): string | null {
  const blob = blobs.get(id);
  return blob instanceof Uint8Array ? decodeUtf8(blob) : null;
}

function markdownOf(text: string | null): string | null {
  try {
    const value: unknown = JSON.parse(text ?? "null");
    return isObject(value) && typeof value.summary_markdown === "string"
      ? value.summary_markdown
      : null;
  } catch {
    // A damaged artifact is a finding of its own; here it only has no text.
    return null;
  }
}
