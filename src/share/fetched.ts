/** What arrived, before it gets its name: everything in it is checked here. */

import fs from "node:fs";
import path from "node:path";
import { HoldallError } from "../base/errors.ts";
import { createFindings, type Finding } from "../base/findings.ts";
import { excerpt } from "../base/text/text.ts";
import { type ReadingInput, readPath } from "../bundles/disk/open-path.ts";
import { requireValid } from "../bundles/read-bundle.ts";
import { isSummed, type Sum } from "../bundles/sums.ts";
import { checkSums } from "../bundles/sums-check.ts";
import { folderFiles } from "../disk/folder.ts";
import { widestLimits } from "../formats/limits.ts";
import type { OperationContext } from "../runtime/operation-context.ts";
import { checkRuns, RUNS, runsIn } from "./runs.ts";

/** What a folder contains that was fetched. */
export interface Fetched {
  readonly format: string;
  /** What is placed: the folder, or the one file that is the bundle. */
  readonly location: string;
  readonly findings: readonly Finding[];
  /** A command that goes on with it, up to its path. */
  readonly next: readonly string[];
}

/** How it is read. */
export type FetchedInput = ReadingInput & { readonly signers: string | null };

/** Refuses a file that the list does not name: nobody signed it. */
export async function requireOnlyListed(folder: string, files: readonly Sum[]): Promise<void> {
  const listed = new Set(files.map((file) => file.path));
  for await (const { path: name, kind } of folderFiles(folder).entries()) {
    if (kind === "folder" || !isSummed(name) || listed.has(name)) continue;
    const message = `Cannot pull: "${excerpt(name)}" arrived, and is not in the list of files`;
    throw new HoldallError("E_UNLISTED", message, {
      cure: "ask whoever sent it to push it again",
    });
  }
}

/** Checks a folder that was fetched: its sums, then the bundle, or each of the runs. */
export async function checkFetched(
  context: OperationContext,
  folder: string,
  input: FetchedInput,
): Promise<Fetched> {
  const runs = runsIn(folder);
  if (runs !== null) {
    const findings = createFindings("strict");
    await checkSums(folderFiles(folder), findings, widestLimits);
    const [fault] = findings.list().filter(({ severity }) => severity === "error");
    if (fault) throw new HoldallError("E_SUMS", `Cannot pull: ${fault.file}: ${fault.message}`);
    await checkRuns(context, runs, "pull");
    return { format: RUNS, location: folder, findings: [], next: ["task", "report"] };
  }
  const location = onlyDocument(folder) ?? folder;
  const reading = await readPath(context, location, input, {
    profile: "lenient",
    level: "full",
    ...(location === folder ? { signers: input.signers } : {}),
  });
  requireValid(reading, "pull a valid bundle");
  const { format, findings } = reading;
  const isSession = fs.existsSync(path.join(folder, "transcript", "transcript.jsonl"));
  const next = isSession ? ["handoff"] : [format.state === undefined ? "inspect" : "import"];
  return { format: format.name, location, findings: findings.list(), next };
}

/** The one document of a bundle that is a single file; null for a folder. */
function onlyDocument(folder: string): string | null {
  const names = fs.readdirSync(folder).filter((name) => !name.startsWith("SHA256SUMS"));
  const [only] = names;
  if (only === undefined || names.length > 1 || !/\.json$/i.test(only)) return null;
  return path.join(folder, only);
}
