/** What is pushed, as files that are on this disk: a bundle, the runs of a task, a session, or the state as a kit. */

import fs from "node:fs";
import path from "node:path";
import type * as z from "zod";
import { HoldallError } from "../base/errors.ts";
import type { FileSet } from "../base/file-set.ts";
import { formatCount } from "../base/text/format-count.ts";
import { readPath } from "../bundles/disk/open-path.ts";
import { requireListed } from "../bundles/disk/sign-bundle.ts";
import { requireValid } from "../bundles/read-bundle.ts";
import { computeSums, isSummed } from "../bundles/sums.ts";
import { readSums, readSumsSignature } from "../carriers/listed-files.ts";
import { folderFiles } from "../disk/folder.ts";
import { createTemporaryFolder } from "../disk/temporary.ts";
import { handoffInput } from "../handoff/disk/input.ts";
import { handOffToPath } from "../handoff/disk/to-path.ts";
import type { OperationContext } from "../runtime/operation-context.ts";
import type { redactionsSchema } from "../runtime/redaction.ts";
import { redactorFor } from "../runtime/redactor-for.ts";
import { nameSource } from "../sessions/named-source.ts";
import { readNamed } from "../sessions/source.ts";
import { exportKit } from "../state/disk/kit/export-kit.ts";
import { checkRuns, RUNS, runsIn } from "./runs.ts";
import { secretsIn } from "./secrets-in.ts";

/** The word for the state of the workspace. */
const KIT = "kit";

/** What is to be prepared. */
export interface PrepareInput {
  readonly what: string;
  readonly wait: boolean;
  readonly "keep-secrets": boolean;
  readonly "dry-run": boolean;
  readonly store?: string | undefined;
}

/** Files that are ready to be signed and sent. */
export interface Prepared {
  /** What it is, for people. */
  readonly kind: "bundle" | "runs" | "session" | "kit";
  readonly format: string;
  /** A name for it, without an ending. */
  readonly name: string;
  readonly folder: string;
  /** Everything, with the list of sums and its signature where it has them. */
  readonly all: FileSet;
  /** Everything else. */
  readonly files: FileSet;
  readonly sums: string;
  /** A signature that it has already. */
  readonly signature: string | null;
  /** Secrets that were replaced, or that it contains and that are sent as they are. */
  readonly secrets: z.infer<ReturnType<typeof redactionsSchema>>;
  /** Whether they were replaced. */
  readonly isRedacted: boolean;
}

/** Finds out what WHAT names, checks it, and makes a bundle of what is none yet. */
export async function prepare(context: OperationContext, input: PrepareInput): Promise<Prepared> {
  const { what } = input;
  if (isKit(context, what)) return prepareKit(context, input);
  const runs = runsIn(path.resolve(context.cwd, what));
  if (runs !== null) return prepareRuns(context, input, runs);
  const named = await nameSource(context, what);
  if (named.kind === "bundle") return prepareBundle(context, input);
  return prepareSession(context, input, await readNamed(context, what, named, input.wait));
}

/** Whether WHAT names the state of the workspace: a file or folder of that name comes first. */
export function isKit({ cwd }: Pick<OperationContext, "cwd">, what: string): boolean {
  return what === KIT && !fs.existsSync(path.resolve(cwd, what));
}

type Source = Awaited<ReturnType<typeof readNamed>>;

async function prepareKit(context: OperationContext, input: PrepareInput): Promise<Prepared> {
  const out = path.join(createTemporaryFolder(), KIT);
  const { store } = input;
  const exported = await exportKit(context, {
    format: "ocf",
    out,
    "keep-secrets": input["keep-secrets"],
    force: false,
    ...(store === undefined ? {} : { store }),
  });
  const secrets = exported.secrets.map((each) => ({ ...each, count: 1 }));
  const isRedacted = !input["keep-secrets"];
  return built({
    kind: "kit",
    format: exported.format,
    name: KIT,
    folder: out,
    secrets,
    isRedacted,
  });
}

async function prepareSession(
  context: OperationContext,
  input: PrepareInput,
  source: Source,
): Promise<Prepared> {
  const name = `${source.agent?.id ?? "session"}-${source.session_id.slice(0, 8)}`;
  const folder = path.join(createTemporaryFolder(), name);
  const target = { kind: "bundle", out: folder } as const;
  const asked = handoffInput.parse({
    from: input.what,
    to: folder,
    "no-redact": input["keep-secrets"],
    wait: input.wait,
  });
  const report = await handOffToPath(context, asked, source, target);
  const { redactions: secrets } = report;
  const isRedacted = !input["keep-secrets"];
  return built({ kind: "session", format: "ocf", name, folder, secrets, isRedacted });
}

type Built = Omit<Prepared, "all" | "files" | "sums" | "signature">;

/** What was written a moment ago by this program. */
async function built(facts: Built): Promise<Prepared> {
  return { ...facts, ...(await listOf(folderFiles(facts.folder))) };
}

async function listOf(all: FileSet) {
  const listed = await readSums(all);
  const sums = listed ?? (await computeSums(all));
  const signature = listed === null ? null : await readSumsSignature(all);
  return { all, files: withoutList(all), sums, signature };
}

function withoutList(files: FileSet): FileSet {
  return {
    async *entries() {
      for await (const entry of files.entries()) if (isSummed(entry.path)) yield entry;
    },
    get: async (name) => (isSummed(name) ? files.get(name) : null),
  };
}

async function prepareBundle(context: OperationContext, input: PrepareInput): Promise<Prepared> {
  const reading = await readPath(context, input.what, {}, { profile: "lenient", level: "full" });
  requireValid(reading, `push "${input.what}"`);
  requireListed(reading, `push "${input.what}"`);
  const { root, absolute, files, format } = reading;
  return {
    kind: "bundle",
    format: format.name,
    name: plainName(absolute),
    folder: root,
    secrets: await lookedThrough(context, input, files),
    isRedacted: false,
    ...(await listOf(files)),
  };
}

/** A file's name without the ending of an archive or a document. */
function plainName(absolute: string): string {
  return path.basename(absolute).replace(/\.(?:tar\.gz|tgz|zip|json)$/i, "");
}

async function prepareRuns(
  context: OperationContext,
  input: PrepareInput,
  runs: readonly string[],
): Promise<Prepared> {
  const folder = path.resolve(context.cwd, input.what);
  await checkRuns(context, runs, "push");
  const files = onlyBelow(folder, runs);
  const secrets = await lookedThrough(context, input, files);
  return {
    kind: "runs",
    format: RUNS,
    name: path.basename(folder),
    folder,
    all: files,
    files,
    sums: await computeSums(files),
    signature: null,
    secrets,
    isRedacted: false,
  };
}

/** The files of the runs alone: what else is in the folder was not named. */
function onlyBelow(folder: string, runs: readonly string[]): FileSet {
  const names = runs.map((run) => path.relative(folder, run).split(path.sep).join("/"));
  const isIn = (name: string) => names.some((run) => name === run || name.startsWith(`${run}/`));
  const isAbove = (name: string) => names.some((run) => run.startsWith(`${name}/`));
  return folderFiles(
    folder,
    undefined,
    (name, isFolder) => !(isIn(name) || (isFolder && isAbove(name))),
  );
}

/** Refuses what contains secrets, unless the user wants them to be sent: a bundle is never changed on its way. */
async function lookedThrough(
  context: OperationContext,
  { what, "keep-secrets": keeps, "dry-run": isRehearsal }: PrepareInput,
  files: FileSet,
): Promise<Prepared["secrets"]> {
  const secrets = await secretsIn(files, redactorFor(context), context);
  const [first] = secrets;
  if (first === undefined || keeps || isRehearsal) return secrets;
  const count = formatCount(secrets.length, "text");
  const message = `Cannot push "${what}": ${count} in it may be secret, the first in ${first.where} (${first.kind})`;
  throw new HoldallError("E_PROTECTED", message, {
    cure: "--dry-run lists them, --keep-secrets sends them; `holdall push SESSION` replaces those of a session",
  });
}
