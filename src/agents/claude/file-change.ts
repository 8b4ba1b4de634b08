import { isObject, type JsonObject } from "../../base/json/value.ts";
import type { ItemBody } from "../build-items.ts";

/** The change of a file that a tool's structured result reports, if it does. */
export function fileChangeOf(result: unknown): ItemBody | null {
  if (!isObject(result) || typeof result.filePath !== "string") return null;
  const { filePath: path, structuredPatch, type } = result;
  // A plan and a picture have a path as well; only a patch or a new file is a change.
  if (!Array.isArray(structuredPatch)) return null;
  const change = type === "create" ? "add" : "update";
  const diff = structuredPatch.filter(isObject).map(hunkText).join("");
  return { kind: "file_change", path, change, diff: diff === "" ? null : diff };
}

function hunkText({ oldStart, oldLines, newStart, newLines, lines }: JsonObject): string {
  const body = Array.isArray(lines) ? lines.filter((line) => typeof line === "string") : [];
  return `@@ -${oldStart},${oldLines} +${newStart},${newLines} @@\n${body.map((line) => `${line}\n`).join("")}`;
}
