import { compareBytes } from "../../base/file-set.ts";
import { isObject, type Json, type JsonObject } from "../../base/json/value.ts";
import { excerpt } from "../../base/text/text.ts";
import type { ResponsibilityFiles } from "../workspace/port.ts";
import { normalTime } from "../workspace/time.ts";
import { textOf } from "./markdown.ts";
import type { InputRef } from "./provenance.ts";

/** Tasks that one file may list. */
const MAX_TASKS = 1000;

/** A task of the index or of the inbound folder. */
interface Task {
  readonly id: string;
  readonly title: string;
  readonly status: string;
  readonly due_at: string | null;
}

/** Tasks of the index and of the inbound folder, each id once. */
export function readTasks(files: ResponsibilityFiles) {
  const inbound = files.list("tasks/inbound").map(({ path }) => path);
  const paths = ["tasks/index.json", ...inbound.filter((path) => path.endsWith(".json"))];
  const present = paths.filter((path) => files.stat(path) !== null);
  const byId = new Map<string, Task>();
  for (const path of present) {
    for (const task of files.derive(path, "tasks", parseTasks)) byId.set(task.id, task);
  }
  return {
    items: [...byId.values()].sort((a, b) => compareBytes(a.id, b.id)),
    inputs: present.map((path): InputRef => ({ ref: path, sha256: files.facts(path).sha256 })),
  };
}

function parseTasks(text: string): readonly Task[] {
  const value = parseJsonOrNull(text);
  const list = Array.isArray(value) ? value : isObject(value) ? (value.tasks ?? value) : [];
  return [list]
    .flat()
    .filter(isObject)
    .slice(0, MAX_TASKS)
    .flatMap((item) => {
      const id = textOf(item, "id") ?? textOf(item, "task_id");
      return id === null ? [] : [toTask(id, item)];
    });
}

function toTask(id: string, item: JsonObject): Task {
  return {
    id: oneLine(id),
    title: oneLine(textOf(item, "title") ?? textOf(item, "summary") ?? id),
    status: textOf(item, "status") ?? "open",
    due_at: normalTime(textOf(item, "due_at") ?? ""),
  };
}

function parseJsonOrNull(text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return null; // `context validate` reports files that cannot be read.
  }
}

function oneLine(text: string): string {
  return excerpt(text.replaceAll(/\s+/g, " ").trim(), 160);
}
