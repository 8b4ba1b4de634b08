/** Writes a run or a session as an ATIF trajectory: every step, with its tokens and its cost. */

import path from "node:path";
import { HoldallError } from "../../../../base/errors.ts";
import type { JsonObject } from "../../../../base/json/value.ts";
import { guardFile } from "../../../../bundles/disk/guard-file.ts";
import { writeAtomically } from "../../../../disk/write-atomically.ts";
import { writeText } from "../../../../disk/write-stream.ts";
import { redactHeader } from "../../../../handoff/header.ts";
import { redactItem } from "../../../../handoff/redact-item.ts";
import { lossReport } from "../../../../model/loss.ts";
import { objectOf, ownValue, textOf } from "../../../../model/task-bundle.ts";
import type { TranscriptItem } from "../../../../model/transcript.ts";
import type { Redactor } from "../../../../redact/redactor.ts";
import type { OperationContext } from "../../../../runtime/operation-context.ts";
import { pricesFor } from "../../../../runtime/prices.ts";
import { redactorUnless } from "../../../../runtime/redactor-for.ts";
import { findSource, type HandoffSource } from "../../../../sessions/source.ts";
import { writeAtif } from "../../../../transcripts/atif.ts";
import type { AtifTrajectory } from "../../../../transcripts/atif-schema.ts";
import { beginsAtif } from "../../../../transcripts/read-atif.ts";
import { costOf } from "../../../read/prices.ts";
import { usageOf } from "../../../read/session-facts.ts";
import { readTask } from "../../read-task.ts";
import { requireValidTask } from "../../require-task.ts";
import type { Exported, ExportRequest, TaskExporter } from "../exchange.ts";
import { runConversation } from "./run-conversation.ts";

const atif: TaskExporter = {
  async write(context, request) {
    const { from, out, force } = request;
    const kind = "trajectory";
    const output = guardFile(context, { out, force, kind, isOurs: beginsAtif });
    const source = await asRun(context, from, await findSource(context, from, { wait: false }));
    const redactor = redactorUnless(context, request.keepsSecrets);
    for await (const item of source.session.items()) redactor?.learn(item);
    const prices = pricesFor(context, request.prices);
    const { header } = source.session;
    const clean = (text: string) => redactor?.text(text, "title") ?? text;
    const { trajectory, losses } = await writeAtif(
      redactHeader(header, clean),
      cleanItems(source, redactor),
      {
        costOf: (item, model) => costOf(model, usageOf(item), prices),
        about: await aboutRun(context, request, source),
      },
    );
    if (trajectory.steps.length === 0) throw withoutSteps(from);
    const text = `${JSON.stringify(trajectory, null, 2)}\n`;
    await writeAtomically(
      output.absolute,
      (temporary) => writeText(piecesOf(text), temporary),
      output,
    );
    const all = [...source.losses, ...losses];
    const redactions = [...(redactor?.report() ?? [])];
    return { out: output.absolute, files: 1, redactions, ...countsOf(trajectory, all) };
  },
};

export default atif;

/** A task bundle without a transcript as the run that it describes: as a handoff its texts would be quoted. */
async function asRun(
  context: OperationContext,
  from: string,
  source: HandoffSource,
): Promise<HandoffSource> {
  if (source.kind !== "task") return source;
  const reading = await readTask(context, from, { level: "records", profile: "lenient" });
  const task = requireValidTask(reading, `export "${from}"`);
  const place = { file: path.basename(source.path), id: source.session_id };
  const { header, items, losses } = await runConversation(task, reading, place);
  const session = { header, findings: [], items: () => replay(items) };
  return { ...source, session, losses };
}

async function* replay<Item>(items: readonly Item[]): AsyncGenerator<Item> {
  yield* items;
}

async function* piecesOf(text: string): AsyncGenerator<string> {
  yield text;
}

function withoutSteps(from: string): HoldallError {
  return new HoldallError("E_EMPTY", `Cannot export "${from}": it has no messages and no steps`, {
    cure: "`holdall sessions` lists sessions",
  });
}

async function* cleanItems(
  { session }: HandoffSource,
  redactor: Redactor | null,
): AsyncGenerator<TranscriptItem> {
  for await (const item of session.items()) {
    yield redactor === null ? item : redactItem(item, redactor);
  }
}

/** How a run went, which a trajectory has no field for; nothing for a session. */
async function aboutRun(
  context: OperationContext,
  { from }: ExportRequest,
  { path: place, isStored, native }: HandoffSource,
): Promise<JsonObject> {
  // Only a bundle has neither a place in an agent's store nor an agent's own files.
  if (isStored || native !== null || /\.json$/i.test(place)) return {};
  const { task } = await readTask(context, from, { level: "records", profile: "lenient" });
  if (task === null) return {};
  const { status, score } = objectOf(task.bundle, "outcome");
  const { durationMs, exitCode, attempt } = objectOf(task.bundle, "run");
  const facts = {
    task: textOf(task.bundle, "title"),
    task_hash: ownValue(task.bundle, "taskHash"),
    status,
    score,
    attempt,
    duration_ms: durationMs,
    exit_code: exitCode,
  };
  const known = Object.entries(facts).filter(([, value]) => value !== undefined && value !== null);
  return { run: Object.fromEntries(known) as JsonObject };
}

function countsOf(
  { steps, subagent_trajectories: children = [], final_metrics }: AtifTrajectory,
  losses: Parameters<typeof lossReport>[1],
): Pick<Exported, "steps" | "tokens" | "costUsd" | "loss"> {
  const all = [steps, ...children.map((child) => child.steps)].flat();
  const counted = all.flatMap(({ metrics }) => (metrics === undefined ? [] : [metrics]));
  const tokens = counted.reduce(
    (sum, { prompt_tokens = 0, completion_tokens = 0 }) => sum + prompt_tokens + completion_tokens,
    0,
  );
  return {
    steps: all.length,
    tokens: counted.length === 0 ? null : tokens,
    costUsd: final_metrics?.total_cost_usd ?? null,
    loss: lossReport(all.length, losses),
  };
}
