import fs from "node:fs";
import path from "node:path";
import { isAgentId } from "../../../agents/registry.ts";
import { HoldallError } from "../../../base/errors.ts";
import { createFindings } from "../../../base/findings.ts";
import { quoteForShell } from "../../../base/text/quote-for-shell.ts";
import { isArchiveName } from "../../../bundles/archive-name.ts";
import { openPath } from "../../../bundles/disk/open-path.ts";
import { isZipName } from "../../../disk/zip-name.ts";
import type { OperationContext } from "../../../runtime/operation-context.ts";
import { pricesFor } from "../../../runtime/prices.ts";
import { findSource } from "../../../sessions/source.ts";
import { MAX_STEPS, readBundleRun } from "../../compare/bundle-run.ts";
import { type ComparableRun, sessionFacts, sessionRun } from "../../compare/comparable-run.ts";
import { stepsOfSession } from "../../compare/steps-of-session.ts";
import { readSession } from "../../read/session-facts.ts";
import { readTaskFacts } from "../../read/task-facts.ts";

/** Opens a run by what a person calls it: the path of a task bundle, else a session as `show` takes it. */
export async function openRun(
  context: OperationContext,
  name: string,
  options: { readonly rehash: boolean },
): Promise<ComparableRun> {
  if (isBundle(context, name)) return openBundle(context, name, options.rehash);
  if (context.roots !== null) {
    throw new HoldallError("E_FORMAT", `Cannot read "${name}": it is not a task bundle`, {
      cure: "name the folder, .tar.gz or .zip of a task bundle",
    });
  }
  return openSession(context, name);
}

function isBundle({ cwd }: OperationContext, name: string): boolean {
  if (name === "" || isAgentId(name)) return name === "";
  const place = path.resolve(cwd, name);
  const stat = fs.statSync(place, { throwIfNoEntry: false });
  if (stat?.isDirectory()) return fs.existsSync(path.join(place, "bundle.json"));
  return stat?.isFile() === true && (isArchiveName(place) || isZipName(place));
}

async function openBundle(
  context: OperationContext,
  name: string,
  rehash: boolean,
): Promise<ComparableRun> {
  const { files, absolute } = await openPath(context, name, {}, { as: "task-bundle" });
  const findings = createFindings("lenient");
  const facts = await readTaskFacts(files, findings);
  if (facts !== null) return readBundleRun(files, facts, { place: absolute, rehash });
  const [first] = findings.list().filter(({ severity }) => severity === "error");
  const state = first?.message ?? "it is not a task bundle";
  throw new HoldallError("E_FORMAT", `Cannot read "${name}": ${state}`, {
    findings: findings.list(),
    cure: `check it with \`holdall verify ${quoteForShell(name)}\``,
  });
}

async function openSession(context: OperationContext, name: string): Promise<ComparableRun> {
  const source = await findSource(context, name, { wait: false });
  const { session, tools } = source;
  const { header } = session;
  const items = () => session.items();
  const read = await readSession(items(), pricesFor(context));
  const steps = [];
  for await (const step of stepsOfSession({ items: items(), tools, cwd: header.cwd })) {
    if (steps.length < MAX_STEPS) steps.push(step);
  }
  const facts = sessionFacts({
    title: read.title ?? header.title ?? source.session_id,
    createdAt: header.started_at,
    tool: source.agent?.id ?? header.agent,
    model: read.model ?? header.model,
    branch: header.git_branch,
  });
  return sessionRun(source.path, facts, { steps, measures: read.measures });
}
