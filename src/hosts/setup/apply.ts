import fs from "node:fs";
import path from "node:path";
import { toIoError } from "../../disk/io-error.ts";
import { createFolders } from "../../durable/files.ts";
import type { OperationContext } from "../../runtime/operation-context.ts";
import { agentEnvironment } from "../../sessions/agent-sessions.ts";
import { replaceHostFile, requireHostFile } from "../host-file.ts";
import type { PlannedFile, SetupPlan } from "./plan.ts";
import { inverseOf, readRuns, type SetupRun, writeRuns } from "./record.ts";
import { undoRun } from "./undo.ts";

/**
 * Changes the files of a plan. They are recorded before the first one is touched, so that a process that is killed leaves
 * nothing that `--undo` does not know; when one cannot be written, the others get their texts back.
 */
export function applySetup(context: OperationContext, { scope, files }: SetupPlan): void {
  if (files.length === 0) return;
  const environment = agentEnvironment(context);
  const targets = files.map(({ place, file }) => requireHostFile(place, file));
  const run: SetupRun = {
    at: context.now().toISOString(),
    scope,
    project: context.cwd,
    changes: files.map(({ host, file, steps, before, after }) => ({
      host,
      file,
      steps: [...steps],
      ...inverseOf(before, after),
    })),
    folders: [...new Set(targets.flatMap(missingFolders))],
  };
  const earlier = readRuns(environment);
  writeRuns(environment, [...earlier, run]);
  try {
    for (const file of files) changeFile(file);
  } catch (error) {
    undoRun(context, run, false);
    writeRuns(environment, earlier);
    throw error;
  }
}

function changeFile({ place, file, after }: PlannedFile): void {
  const folder = path.dirname(requireHostFile(place, file));
  try {
    createFolders(folder);
  } catch (error) {
    throw toIoError(error, `create the folder "${folder}"`);
  }
  replaceHostFile(place, file, after);
}

/** The folders above a file that are not there yet, the outermost first. */
function missingFolders(file: string): string[] {
  const missing: string[] = [];
  for (let at = path.dirname(file); !fs.existsSync(at); at = path.dirname(at)) missing.unshift(at);
  return missing;
}
