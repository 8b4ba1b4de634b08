import fs from "node:fs";
import path from "node:path";
import { HoldallError } from "../../base/errors.ts";
import { createTemporaryFolder, removeTemporary } from "../../disk/temporary.ts";
import { runProgram } from "../../programs/run-program.ts";
import { XDG_FOLDERS } from "../../programs/variables.ts";
import type { OperationContext } from "../../runtime/operation-context.ts";
import type { ConformanceCase } from "../../testing/conformance-case.ts";
import { conformanceCases } from "../../testing/conformance-cases.ts";
import { resolveFormatName } from "../detect.ts";
import { readPath } from "./open-path.ts";

/** Where the path of the bundle belongs in a command. */
export const PLACEHOLDER = "{bundle}";
/** Per case, in ms: a checker that hangs on a hostile bundle has failed it. */
const TIMEOUT_MS = 30_000;
const MAX_OUTPUT = 64 * 1024;

/** Which cases, and by which checker. */
interface ConformanceRequest {
  /** A command line with a place for the bundle; our own checker without it. */
  readonly command?: string | undefined;
  readonly format?: string | undefined;
  /** Names of variables that the command gets. */
  readonly env: readonly string[];
}

/** Runs the cases that were asked for against our own checker, or against a command. */
export async function runConformance(context: OperationContext, input: ConformanceRequest) {
  const only = input.format === undefined ? null : resolveFormatName(input.format);
  const argv = input.command === undefined ? null : splitCommand(input.command);
  const cases = (await conformanceCases()).filter(({ format }) => only === null || format === only);
  const folder = createTemporaryFolder();
  const results = [];
  for (const [index, each] of cases.entries()) {
    context.progress(`case ${index + 1} of ${cases.length}: ${each.format} ${each.name}`);
    const bundle = writeCase(each, path.join(folder, String(index)));
    const answer = argv
      ? await runChecker(context, { argv, bundle, variables: input.env })
      : await check(context, each, bundle);
    const expected = each.verdict === "invalid" ? "invalid" : "valid";
    const passed = answer.said === expected && answer.detail === null;
    results.push({ format: each.format, name: each.name, expected, ...answer, passed } as const);
  }
  removeTemporary(folder);
  const passed = results.filter((result) => result.passed).length;
  return { passed, failed: results.length - passed, cases: results };
}

/** Writes a case below a fresh folder: a folder, or the one file of a single-file bundle. */
function writeCase({ files, links }: ConformanceCase, folder: string): string {
  fs.mkdirSync(folder);
  for (const [file, content] of Object.entries(files)) {
    const target = path.join(folder, file);
    fs.mkdirSync(path.dirname(target), { recursive: true });
    fs.writeFileSync(target, content);
  }
  for (const [link, target] of Object.entries(links))
    fs.symlinkSync(target, path.join(folder, link));
  const names = Object.keys(files);
  const [only] = names;
  return names.length === 1 && only?.endsWith(".json") ? path.join(folder, only) : folder;
}

interface Answer {
  readonly said: "valid" | "invalid" | "nothing";
  readonly detail: string | null;
}

/** Our own checker must also name the codes. */
async function check(
  context: OperationContext,
  each: ConformanceCase,
  bundle: string,
): Promise<Answer> {
  const reading = await readPath(context, bundle, {}, { profile: "strict", level: "full" });
  const severity = each.verdict === "invalid" ? "error" : "warning";
  const found = reading.findings.list().filter((finding) => finding.severity === severity);
  const missing = each.codes.filter((code) => !found.some((finding) => finding.code === code));
  return {
    said: reading.findings.errorCount() === 0 ? "valid" : "invalid",
    detail: missing.length === 0 ? null : `did not find ${missing.join(", ")}`,
  };
}

/** A command line as words; quotes group, and no shell is involved. */
function splitCommand(command: string): string[] {
  const args = [...command.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(
    ([, double, single, bare]) => double ?? single ?? bare ?? "",
  );
  if (!args.some((arg) => arg.includes(PLACEHOLDER))) {
    throw new HoldallError(
      "E_USAGE",
      `Cannot run "${command}": it does not contain a place for the bundle`,
      {
        cure: `put ${PLACEHOLDER} where the path belongs`,
      },
    );
  }
  return args;
}

interface CheckerRun {
  readonly argv: readonly string[];
  readonly bundle: string;
  readonly variables: readonly string[];
}

async function runChecker(
  context: OperationContext,
  { argv, bundle, variables }: CheckerRun,
): Promise<Answer> {
  const [program = "", ...args] = argv.map((arg) => arg.replaceAll(PLACEHOLDER, bundle));
  const { exitCode, signal } = await runProgram({
    program,
    args,
    variables: [...XDG_FOLDERS, ...variables],
    cwd: context.cwd,
    timeoutMs: TIMEOUT_MS,
    maxOutput: MAX_OUTPUT,
    onMoreOutput: "keep-newest",
  }).catch((cause: Error) => {
    throw new HoldallError("E_NOT_FOUND", `Cannot run "${program}": ${cause.message}`, { cause });
  });
  if (exitCode === null) return { said: "nothing", detail: `ended by ${signal}` };
  return { said: exitCode === 0 ? "valid" : "invalid", detail: null };
}
