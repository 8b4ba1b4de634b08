/** Imports tasks and runs of other programs: a file, a folder, or a folder of them. */

import fs from "node:fs";
import path from "node:path";
import * as z from "zod";
import { HoldallError } from "../../../base/errors.ts";
import { excerpt, printableLine } from "../../../base/text/text.ts";
import { guardFile } from "../../../bundles/disk/guard-file.ts";
import { guardOutput } from "../../../bundles/disk/guard-output.ts";
import { folderFiles } from "../../../disk/folder.ts";
import { toIoError } from "../../../disk/io-error.ts";
import { writeAtomically } from "../../../disk/write-atomically.ts";
import { writeText } from "../../../disk/write-stream.ts";
import { createFolders } from "../../../durable/files.ts";
import { lossReport } from "../../../model/loss.ts";
import { outcomeStatuses } from "../../../model/task-bundle-records.ts";
import type { OperationContext } from "../../../runtime/operation-context.ts";
import { lossSchema } from "../../../runtime/output-schemas.ts";
import { saveTask } from "../save-task.ts";
import { importTrajectory } from "./atif/import.ts";
import { listFiles } from "./container/container-task.ts";
import type { FolderImporter, Imported } from "./exchange.ts";
import { createLossList } from "./loss-list.ts";
import { importers } from "./registry.ts";

const MAX_FOLDERS = 10_000;

/** What was imported. */
const importedSchema = () =>
  z.object({
    name: z.string(),
    kind: z.enum(["task", "run"]),
    /** What it was, such as "Harbor task". */
    form: z.string(),
    out: z.string(),
    /** The file of checks that judges runs of a task; null for a run. */
    checks: z.string().nullable(),
    files: z.number(),
    hidden: z.number(),
    status: z.enum(outcomeStatuses).nullable(),
    loss: lossSchema(),
  });

const failedImportSchema = () =>
  z.object({ name: z.string(), code: z.string(), message: z.string() });

type FailedImport = z.infer<ReturnType<typeof failedImportSchema>>;

/** What was imported, and what could not be. */
export const importSchema = () =>
  z.object({
    imported: z.array(importedSchema()).readonly(),
    failed: z.array(failedImportSchema()).readonly(),
  });

type ImportedOne = z.infer<ReturnType<typeof importedSchema>>;

/** Something that can be imported, and where it goes. */
interface Candidate {
  readonly name: string;
  readonly place: string;
  readonly out: string;
  /** Where the checks of a task go. */
  readonly checks: string;
  /** Null for a trajectory in a file. */
  readonly importer: FolderImporter | null;
}

/** Imports what is at a place. Of many, one that cannot be read does not stop the others. */
export async function importAll(
  context: OperationContext,
  { from, out }: { readonly from: string; readonly out: string },
): Promise<z.infer<ReturnType<typeof importSchema>>> {
  const place = path.resolve(context.cwd, from);
  const single = await candidateAt(place, { out, checks: `${out}.checks.json` });
  if (single !== null) {
    return { imported: [await importOne(context, single)], failed: [] };
  }
  const failed: FailedImport[] = [];
  const many = await candidatesIn(place, path.resolve(context.cwd, out), failed);
  if (many.length + failed.length === 0) throw unknown(from);
  createFolders(path.resolve(context.cwd, out, "checks"));
  const imported: ImportedOne[] = [];
  for (const candidate of many) {
    context.progress(`importing ${candidate.name}`);
    try {
      imported.push(await importOne(context, candidate));
    } catch (error) {
      failed.push(failedImport(candidate.name, error));
    }
  }
  return { imported, failed };
}

function failedImport(name: string, error: unknown): FailedImport {
  const code = error instanceof HoldallError ? error.code : "E_INTERNAL";
  return { name, code, message: excerpt((error as Error).message, 500) };
}

function unknown(from: string): HoldallError {
  return new HoldallError("E_FORMAT", `Cannot import "${from}": nothing in it is known`, {
    cure: "name a task folder of Harbor (task.toml) or Terminal-Bench (task.yaml), a trial or a job of Harbor, or an ATIF trajectory",
  });
}

async function candidateAt(
  place: string,
  to: Pick<Candidate, "out" | "checks">,
): Promise<Candidate | null> {
  const stat = fs.statSync(place, { throwIfNoEntry: false });
  if (stat === undefined) {
    throw new HoldallError("E_NOT_FOUND", `Cannot import "${place}": it does not exist`);
  }
  const name = slugOf(path.basename(place).replace(/(?:\.atif|\.trajectory)?\.json$/i, ""));
  if (!stat.isDirectory()) return { ...to, name, place, importer: null };
  const names = new Set(fs.readdirSync(place));
  for (const load of Object.values(importers)) {
    const { default: importer } = await load();
    if (importer.recognises(names)) return { ...to, name, place, importer };
  }
  return null;
}

/** What of a folder can be imported; children that cannot be looked into are added to the failed. */
async function candidatesIn(
  folder: string,
  out: string,
  failed: FailedImport[],
): Promise<readonly Candidate[]> {
  const children = fs
    .readdirSync(folder, { withFileTypes: true })
    .filter((each) => each.isDirectory());
  if (children.length > MAX_FOLDERS) {
    const message = `Cannot import "${folder}": it has more than ${MAX_FOLDERS} folders`;
    throw new HoldallError("E_LIMIT", message, { cure: "import a part of it at a time" });
  }
  const found: Candidate[] = [];
  for (const { name } of children.toSorted((one, other) => (one.name < other.name ? -1 : 1))) {
    const own = slugOf(name);
    const to = { out: path.join(out, own), checks: path.join(out, "checks", `${own}.json`) };
    const candidate = await candidateAt(path.join(folder, name), to).catch((error: unknown) => {
      failed.push(failedImport(name, toIoError(error, `read "${name}"`)));
      return null;
    });
    if (candidate !== null) found.push(candidate);
  }
  return found;
}

function slugOf(name: string): string {
  const slug = printableLine(name)
    .replaceAll(/[^A-Za-z0-9._-]+/g, "-")
    .replaceAll(/^[-.]+|(?<![-.])[-.]+$/g, "");
  return slug === "" ? "imported" : slug.slice(0, 120);
}

async function importOne(context: OperationContext, candidate: Candidate): Promise<ImportedOne> {
  const { name, place, importer } = candidate;
  const output = await guardOutput(context, candidate.out, { force: false, source: place });
  const { kind, parts, checks, losses } = await read(context, candidate);
  const target = checks === null ? null : guardChecks(context, candidate.checks);
  const written = await saveTask(context, parts, output, { sums: { sign: null } });
  if (target !== null) {
    const text = `${JSON.stringify(checks, null, 2)}\n`;
    await writeAtomically(target.absolute, (file) => writeText(piecesOf(text), file), target);
  }
  const listed = createLossList();
  for (const item of losses) listed.add(item);
  const { outcome } = written.bundle;
  const { status = null } = Object(outcome) as { status?: ImportedOne["status"] };
  return {
    name,
    kind,
    form: importer?.displayName ?? "ATIF trajectory",
    out: output.absolute,
    checks: target?.absolute ?? null,
    files: written.files,
    hidden: written.hidden.length,
    status,
    loss: lossReport(written.files + written.hidden.length, listed.items()),
  };
}

async function read(
  context: OperationContext,
  { name, place, importer }: Candidate,
): Promise<Imported> {
  const source = { context, place, name, now: context.now() };
  if (importer === null) return importTrajectory(source);
  return importer.read({ ...source, files: await listFiles(folderFiles(place)) });
}

function guardChecks(context: OperationContext, out: string) {
  return guardFile(context, { out, force: false, kind: "file of checks", isOurs: () => false });
}

async function* piecesOf(text: string): AsyncGenerator<string> {
  yield text;
}
