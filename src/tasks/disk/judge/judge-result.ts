import fs from "node:fs";
import path from "node:path";
import { HoldallError } from "../../../base/errors.ts";
import { sha256 } from "../../../base/hash.ts";
import type { JsonObject } from "../../../base/json/value.ts";
import { writeJson } from "../../../base/json/write.ts";
import { decodeUtf8 } from "../../../base/text/text.ts";
import { formatSum, parseSum, SUMS_FILE, SUMS_SIGNATURE } from "../../../bundles/sums.ts";
import { writeAtomically } from "../../../disk/write-atomically.ts";
import { objectOf } from "../../../model/task-bundle.ts";
import { openHidden } from "../../hidden-files.ts";
import { openStart } from "../../starting-state.ts";
import { applyPatch } from "../git-patch.ts";
import { prepareStart } from "../prepare-start.ts";
import type { TaskReading } from "../read-task.ts";
import { requireValidTask } from "../require-task.ts";
import type { RunFiles } from "./judge-folder.ts";

const INDEX = "bundle.json";

/** Lays out the files as the run left them, or as another patch would have. */
export async function layOutResult(
  reading: TaskReading,
  scratch: string,
  patch = requireValidTask(reading, "judge the bundle").diff ?? new Uint8Array(),
): Promise<RunFiles> {
  const task = requireValidTask(reading, "judge the bundle");
  const folder = path.join(scratch, "files");
  // The patch may change settings, and no agent is started here.
  const source = { task, files: reading.files };
  await prepareStart(openStart(source, "prepare the task", { withSettings: true }), folder);
  const file = path.join(scratch, "result.diff");
  fs.writeFileSync(file, patch);
  await applyPatch(folder, file);
  return { folder, patch: decodeUtf8(patch) ?? "", hidden: openHidden(source) };
}

/** Writes the outcome into `bundle.json`, with its sum; everything else in the bundle stays. */
export async function recordOutcome(reading: TaskReading, outcome: JsonObject): Promise<void> {
  const task = requireValidTask(reading, "record the outcome");
  requireUnsigned(reading.absolute);
  const known = objectOf(task.bundle, "outcome");
  const document = { ...task.bundle, outcome: { ...known, ...outcome } };
  const file = path.join(reading.absolute, INDEX);
  const text = `${writeJson(document)}\n`;
  const sums = path.join(reading.absolute, SUMS_FILE);
  // Ready before anything is written: a kill between the two files would leave a run that looks changed.
  const list = fs.existsSync(sums) ? withSum(fs.readFileSync(sums, "utf8"), INDEX, text) : null;
  const write = (target: string, content: string) =>
    writeAtomically(target, (temporary) => fs.writeFileSync(temporary, content), { replace: true });
  await write(file, text);
  if (list !== null) await write(sums, list);
}

/** A list of sums with the one of a file that gets another content; the others were checked when it was read. */
function withSum(list: string, file: string, content: string): string {
  const lines = list.split("\n").map((line) => {
    const sum = parseSum(line);
    return sum !== null && sum !== "empty" && sum.path === file
      ? formatSum({ path: file, sha256: sha256(content) }).trimEnd()
      : line;
  });
  return lines.join("\n");
}

/** Only a folder can get an outcome. */
export function requireFolder({ container, absolute }: TaskReading): void {
  if (container === "folder") return;
  throw new HoldallError("E_USAGE", `Cannot record in "${absolute}": it is an archive`, {
    cure: "unpack it first",
  });
}

function requireUnsigned(folder: string): void {
  if (!fs.existsSync(path.join(folder, SUMS_SIGNATURE))) return;
  throw new HoldallError("E_PROTECTED", "Cannot record the outcome: the bundle is signed", {
    cure: `judge it without --record, or remove ${SUMS_SIGNATURE}, record and sign it again`,
  });
}
