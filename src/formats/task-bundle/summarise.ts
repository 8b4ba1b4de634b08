import { isObject } from "../../base/json/value.ts";
import { excerptLine } from "../../base/text/one-line.ts";
import { objectOf, ownValue, type TaskBundle, textOf } from "../../model/task-bundle.ts";
import type { EventRecord } from "../../model/task-bundle-records.ts";
import type { Summary } from "../format.ts";

/** What a task bundle is and contains. */
export function summarise(model: TaskBundle): Summary {
  const { bundle } = model;
  return {
    title: line(textOf(bundle, "title") ?? ""),
    version: textOf(bundle, "schemaVersion"),
    facts: [...identityFacts(model), ...outcomeFacts(model), ...contentFacts(model)],
    outline: [...eventsOutline(model), ...filesOutline(model)],
  };
}

type Facts = Summary["facts"];

function identityFacts({ bundle }: TaskBundle): Facts {
  const keys = ["id", "createdAt", "tool", "model", "runtime", "repo", "commit", "branch"];
  const facts = keys.map((key) => [label(key), line(textOf(bundle, key) ?? "")] as const);
  const tags = ownValue(bundle, "tags");
  const texts = Array.isArray(tags) ? tags.filter((tag) => typeof tag === "string") : [];
  return present([...facts, ["tags", line(texts.join(", "))]]);
}

function label(key: string): string {
  return key === "createdAt" ? "created" : key;
}

function outcomeFacts({ bundle }: TaskBundle): Facts {
  const outcome = objectOf(bundle, "outcome");
  const score = ownValue(outcome, "score");
  return present([
    ["status", line(textOf(outcome, "status") ?? "")],
    ["score", typeof score === "number" ? score : ""],
    ["prompt source", line(textOf(objectOf(bundle, "runner"), "promptSource") ?? "")],
  ]);
}

function contentFacts({ bundle, events, workspace, hidden, replay }: TaskBundle): Facts {
  const recorded = objectOf(bundle, "artifactInfo");
  const hashes = Object.values(recorded).filter(isObject).length + (workspace?.count ?? 0);
  return present([
    ["recorded hashes", hashes],
    ["events", events?.count ?? ""],
    ["workspace files", workspace?.count ?? ""],
    ["workspace bytes", workspace?.bytes ?? ""],
    ["workspace state", replay.state ?? ""],
    ["hidden files", hidden?.count ?? ""],
    ["replay ready", replay.ready],
    ["replay starts from", replay.start ?? ""],
    ["replay fails because", replay.failed.join("; ")],
    ["replay advice", replay.advice.join("; ")],
  ]);
}

function present(facts: Facts): Facts {
  return facts.filter(([, value]) => value !== "");
}

function eventsOutline({ events }: TaskBundle): Summary["outline"] {
  if (!events) return [];
  const lines = events.first.map(eventLine);
  return [{ heading: "events", lines: withMore(lines, events.count) }];
}

/** One event on one line. */
export function eventLine({ at, type, detail, exitCode }: EventRecord): string {
  const exit = typeof exitCode === "number" ? ` (exit ${exitCode})` : "";
  return line(`${at}  ${type}  ${detail}${exit}`);
}

function filesOutline({ workspace }: TaskBundle): Summary["outline"] {
  if (!workspace) return [];
  const lines = workspace.first.map((file) => line(`${file.path}  ${file.size} bytes`));
  return [{ heading: "workspace files", lines: withMore(lines, workspace.count) }];
}

function withMore(lines: readonly string[], count: number): readonly string[] {
  return count > lines.length ? [...lines, `… ${count - lines.length} more`] : lines;
}

const MAX_LINE = 160;

function line(text: string): string {
  return excerptLine(text, MAX_LINE);
}
