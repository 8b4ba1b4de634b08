import { decodeUtf8, readBytes } from "../../../../base/text/text.ts";
import {
  type BundleConversation,
  bundleConversation,
} from "../../../../handoff/bundle-conversation.ts";
import type { ContextItem } from "../../../../model/context-items.ts";
import type { LossItem } from "../../../../model/loss.ts";
import { objectOf, type TaskBundle, textOf } from "../../../../model/task-bundle.ts";
import type { EventRecord } from "../../../../model/task-bundle-records.ts";
import { emptyHeader, type TranscriptHeader } from "../../../../model/transcript.ts";
import { isFrame } from "../../../compare/steps-of-events.ts";
import type { TaskReading } from "../../read-task.ts";

const MAX_ANSWER = 16 * 1024 * 1024;
const MAX_EVENTS = 100_000;

/** A run without a transcript as a session: the request, its recorded steps, and the answer. */
export interface RunConversation extends BundleConversation {
  readonly header: TranscriptHeader;
}

/** Reads a run of a program that keeps no session of its own. */
export async function runConversation(
  task: TaskBundle,
  { files }: Pick<TaskReading, "files">,
  { file, id }: { readonly file: string; readonly id: string },
): Promise<RunConversation> {
  const steps = await stepsOf(task);
  const entry = await files.get("answer.md");
  const answer =
    entry?.kind === "file" ? (decodeUtf8(await readBytes(entry, MAX_ANSWER)) ?? "") : "";
  const items: readonly ContextItem[] = [
    { type: "message", role: "user", content: task.task ?? "" },
    ...steps.flatMap(itemsOf),
    { type: "message", role: "assistant", content: answer || (task.summary ?? "") },
  ];
  const { bundle } = task;
  const loss = lossesOf(task, answer);
  const conversation = { items, texts: new Map(), kept: items.length, loss };
  return {
    header: {
      ...emptyHeader(textOf(bundle, "tool") ?? "unknown", id),
      agent_version: textOf(objectOf(bundle, "run"), "agentVersion"),
      started_at: textOf(bundle, "createdAt"),
      title: textOf(bundle, "title"),
      model: textOf(bundle, "model"),
      git_branch: textOf(bundle, "branch"),
    },
    ...bundleConversation(conversation, { file, isQuoted: false }),
  };
}

/** The recorded steps, without the start and the end of the run. */
async function stepsOf({ contents }: TaskBundle): Promise<readonly EventRecord[]> {
  const steps: EventRecord[] = [];
  for await (const batch of contents.events() ?? []) {
    steps.push(
      ...batch
        .filter((event) => !isFrame({ type: event.type }))
        .slice(0, MAX_EVENTS - steps.length),
    );
  }
  return steps;
}

function itemsOf(event: EventRecord, at: number): readonly ContextItem[] {
  const { type, detail, command, path, exitCode } = event;
  if (command == null && path == null) {
    return [{ type: "message", role: "assistant", content: `${type}: ${detail}` }];
  }
  const call_id = `event-${at + 1}`;
  const input = { ...(command == null ? {} : { command }), ...(path == null ? {} : { path }) };
  const ok = exitCode == null || exitCode === 0;
  return [
    { type: "tool_call", call_id, name: type, arguments: input },
    { type: "tool_result", call_id, ok, content: detail },
  ];
}

function lossesOf({ diff, workspace, summary }: TaskBundle, answer: string): readonly LossItem[] {
  const dropped = (where: string, why: string, count = 1): LossItem => {
    return { kind: "dropped", where, why, count };
  };
  return [
    ...(diff === null ? [] : [dropped("result.diff", "a trajectory has no place for the patch")]),
    ...(workspace === null
      ? []
      : [
          dropped(
            "workspace/manifest.json",
            "a trajectory has no place for captured files",
            workspace.count,
          ),
        ]),
    ...(answer === "" || summary === null
      ? []
      : [dropped("summary.md", "a trajectory has the answer in its place")]),
  ];
}
