import fs from "node:fs";
import path from "node:path";
import { HoldallError } from "../../../base/errors.ts";
import type { FileSet } from "../../../base/file-set.ts";
import { createFindings } from "../../../base/findings.ts";
import { isObject } from "../../../base/json/value.ts";
import { decodeUtf8, readBytes } from "../../../base/text/text.ts";
import { folderFiles } from "../../../disk/folder.ts";
import { writeAtomically } from "../../../disk/write-atomically.ts";
import { objectOf, ownValue, textOf } from "../../../model/task-bundle.ts";
import type { Redactor } from "../../../redact/redactor.ts";
import type { OperationContext } from "../../../runtime/operation-context.ts";
import { packageVersion } from "../../../runtime/package-version.ts";
import { readTranscriptLines } from "../../../transcripts/read-transcript-file.ts";
import { readTaskFacts, type TaskFacts } from "../../read/task-facts.ts";
import { evalLog, type RunDetail } from "../../report/inspect/eval-log.ts";
import { type ChatMessages, chatMessages } from "../../report/inspect/messages.ts";
import type { RankedRow, TaskReport } from "../../report/report.ts";
import type { TaskKey } from "../../report/standings.ts";

const MAX_TEXT = 1024 * 1024;
/** Most characters of conversations in one log: it is read into memory as a whole, here and by Inspect. */
const MAX_LOG_CHARACTERS = 64 * 1024 * 1024;

/** A report whose runs are written as logs. */
interface InspectRequest {
  readonly report: TaskReport;
  /** Where the paths of the report begin. */
  readonly folder: string;
  readonly redactor: Redactor;
  readonly taskKey: TaskKey;
}

/** Writes one log for each agent of a report into a new folder. */
export async function writeInspectLogs(
  { cwd }: Pick<OperationContext, "cwd">,
  out: string,
  request: InspectRequest,
): Promise<string> {
  const absolute = path.resolve(cwd, out);
  if (fs.lstatSync(absolute, { throwIfNoEntry: false }) !== undefined) {
    throw new HoldallError("E_EXISTS", `Cannot write "${out}": it already exists`, {
      cure: "name a folder that does not exist",
    });
  }
  const { report, folder, taskKey } = request;
  await writeAtomically(absolute, async (temporary) => {
    fs.mkdirSync(temporary);
    for (const standing of report.leaderboard) {
      const { file, log } = await evalLog(report, standing, {
        name: path.basename(folder),
        version: packageVersion(),
        taskKey,
        detailOf: detailsOf(request),
      });
      fs.writeFileSync(path.join(temporary, file), JSON.stringify(log));
    }
  });
  return absolute;
}

/** Reads what a log has of a run; conversations until the log is large enough. */
function detailsOf({ folder, redactor }: InspectRequest) {
  let left = MAX_LOG_CHARACTERS;
  return async ({ bundleDir }: RankedRow): Promise<RunDetail> => {
    const files = folderFiles(path.resolve(folder, bundleDir));
    const facts = await readTaskFacts(files, createFindings("lenient"));
    const clean = (text: string) => redactor.text(text, bundleDir);
    const conversation = await readConversation(files, { maxCharacters: left, clean });
    left -= conversation === null ? 0 : JSON.stringify(conversation.messages).length;
    const answer = await readText(files, "answer.md");
    const task = await readText(files, facts?.artifacts.get("task") ?? "task.md");
    return {
      task: clean(task ?? ""),
      answer: answer === null ? null : clean(answer.trim()),
      usage: facts?.measures.usage ?? null,
      isTimedOut: ownValue(objectOf(facts?.document ?? {}, "run"), "timedOut") === true,
      checks: checkLines(facts).map(clean),
      conversation,
    };
  };
}

async function readConversation(
  files: FileSet,
  options: { readonly maxCharacters: number; readonly clean: (text: string) => string },
): Promise<ChatMessages | null> {
  const entry = await files.get("transcript/transcript.jsonl");
  if (entry?.kind !== "file") return null;
  const { items } = await readTranscriptLines(entry);
  return chatMessages(items(), { ...options, maxCharacters: Math.max(0, options.maxCharacters) });
}

async function readText(files: FileSet, name: string): Promise<string | null> {
  const entry = await files.get(name);
  if (entry?.kind !== "file" || entry.size > MAX_TEXT) return null;
  return decodeUtf8(await readBytes(entry, MAX_TEXT));
}

function checkLines(facts: TaskFacts | null): readonly string[] {
  const checks = ownValue(objectOf(facts?.document ?? {}, "outcome"), "checks");
  if (!Array.isArray(checks)) return [];
  return checks.filter(isObject).map((check) => {
    const result = ownValue(check, "passed") === true ? "passed" : "failed";
    return `${result}: ${textOf(check, "name") ?? ""} (${textOf(check, "detail") ?? ""})`;
  });
}
