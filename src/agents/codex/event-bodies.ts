import { isObject, type JsonObject } from "../../base/json/value.ts";
import type { ItemBody } from "../build-items.ts";

/** What an event adds to the model's own history; most events only mirror it. */
export function eventBodies(event: JsonObject): ItemBody[] {
  switch (event.type) {
    case "turn_aborted":
      return [{ kind: "error", code: "interrupted", text: stringOf(event.reason) }];
    case "error":
    case "stream_error":
      return [
        {
          kind: "error",
          code: stringOf(event.codex_error_info) || null,
          text: stringOf(event.message) || messageOf(event.error),
        },
      ];
    case "task_complete":
    case "turn_complete":
      return errorOf(event.error);
    case "patch_apply_end":
      return event.success === false ? [] : changesOf(event.changes);
    case "item_completed":
      return isObject(event.item) &&
        event.item.type === "FileChange" &&
        event.item.status !== "failed"
        ? changesOf(event.item.changes)
        : [];
    default:
      return [];
  }
}

function errorOf(error: unknown): ItemBody[] {
  const text = messageOf(error);
  return text === "" ? [] : [{ kind: "error", code: null, text }];
}

function messageOf(error: unknown): string {
  return isObject(error) ? stringOf(error.message) : stringOf(error);
}

function changesOf(changes: unknown): ItemBody[] {
  if (!isObject(changes)) return [];
  return Object.entries(changes).flatMap(([path, change]) =>
    isObject(change) ? [changeOf(path, change)] : [],
  );
}

/** Newer versions name the kind in `type`, older ones by the only key. */
function changeOf(path: string, change: JsonObject): ItemBody {
  const [only] = Object.keys(change);
  const type = typeof change.type === "string" ? change.type : only;
  const inner =
    typeof change.type !== "string" && only && isObject(change[only]) ? change[only] : change;
  const diff = stringOf(inner.unified_diff) || stringOf(inner.content);
  const isMove = typeof inner.move_path === "string";
  const kind = type === "add" || type === "delete" ? type : isMove ? "move" : "update";
  return { kind: "file_change", path, change: kind, diff: diff === "" ? null : diff };
}

function stringOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}
