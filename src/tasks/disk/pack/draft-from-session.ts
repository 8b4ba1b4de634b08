/** A session of an agent as a task: texts and steps from its transcript, files and patch from Git. */

import fs from "node:fs";
import path from "node:path";
import { isAgentId } from "../../../agents/registry.ts";
import { HoldallError } from "../../../base/errors.ts";
import type { Json, JsonObject } from "../../../base/json/value.ts";
import { createTemporaryFolder } from "../../../disk/temporary.ts";
import type { LossReport } from "../../../model/loss.ts";
import type { EventRecord } from "../../../model/task-bundle-records.ts";
import type { TranscriptHeader } from "../../../model/transcript.ts";
import type { OperationContext } from "../../../runtime/operation-context.ts";
import { pricesFor } from "../../../runtime/prices.ts";
import { folderFilter } from "../../../sessions/agent-sessions.ts";
import { containsConversation, findSource, type HandoffSource } from "../../../sessions/source.ts";
import { eventTypes } from "../../compare/event-of-step.ts";
import { stepsOfSession } from "../../compare/steps-of-session.ts";
import type { PackSettings } from "../../pack/pack-config.ts";
import { sessionEvents, sessionTask, titleFrom } from "../../pack/session-task.ts";
import { countInterventions, interventionsJson } from "../../read/interventions.ts";
import type { PriceTable } from "../../read/prices.ts";
import { readSession } from "../../read/session-facts.ts";
import { findGitFacts, lastCommitBefore } from "../git.ts";
import { transcriptFiles } from "../transcript-files.ts";
import type { PartsCleaner } from "./clean-parts.ts";
import { taskMetadata } from "./pack-metadata.ts";
import type { TaskDraft } from "./task-draft.ts";

/** A task from a session, and what its transcript lost. */
export interface SessionDraft {
  readonly draft: TaskDraft;
  /** The commit that the session started from; undefined when it is not known. */
  readonly base: string | undefined;
  readonly loss: LossReport;
}

/** Reads a session as a task. */
export async function draftFromSession(
  context: OperationContext,
  from: string,
  settings: PackSettings,
  cleaner: PartsCleaner,
): Promise<SessionDraft> {
  const source = await findSource(context, from, { wait: false });
  const { header } = source.session;
  const texts = containsConversation(source)
    ? await sessionTask(header, source.session.items())
    : null;
  if (texts === null) throw withoutRequest(from);
  for await (const item of source.session.items()) cleaner.learn(item);
  const { beside, loss } = await transcriptFiles(source, {
    redactor: cleaner.redactor,
    scratch: createTemporaryFolder(),
  });
  const folder = settings.workspace ?? (await projectFolder(context, from, header));
  const startedAt = header.started_at ?? texts.endedAt ?? context.now().toISOString();
  const events = await sessionEvents(stepsOf(source), startedAt);
  const { prompt } = settings;
  const draft: TaskDraft = {
    title: settings.title ?? (prompt === undefined ? texts.title : titleFrom(prompt)),
    task: prompt ?? textOr(settings.task, texts.task),
    summary: textOr(settings.summary, texts.summary),
    acceptance: settings.acceptance && textOr(settings.acceptance, ""),
    diff: settings.diff === undefined ? undefined : fs.readFileSync(settings.diff),
    events,
    folder,
    period: {
      startedAt,
      endedAt: texts.endedAt ?? startedAt,
      written: writtenFiles(events, texts.changed, header.cwd),
    },
    metadata: await metadataOf(source, settings, { folder, prices: pricesFor(context) }),
    createdAt: settings.createdAt ?? texts.endedAt ?? startedAt,
    // The project is read through Git, so that a bundle inside it cannot contain itself.
    inputs: [settings.task, settings.summary, settings.diff].filter((each) => each !== undefined),
    beside,
  };
  const base = folder === null ? null : await lastCommitBefore(folder, startedAt);
  return { draft, base: base ?? undefined, loss };
}

/** The files that a session wrote with its tools, relative to its folder. */
function writtenFiles(
  events: readonly EventRecord[],
  changed: readonly string[],
  cwd: string | null,
): ReadonlySet<string> {
  const edited = events.flatMap((event) =>
    event.type === eventTypes.write && typeof event.path === "string" ? [event.path] : [],
  );
  const relative = (file: string) =>
    cwd !== null && path.isAbsolute(file) ? path.relative(cwd, file) : path.normalize(file);
  return new Set([...edited, ...changed].map((file) => relative(file).split(path.sep).join("/")));
}

function withoutRequest(from: string): HoldallError {
  return new HoldallError("E_EMPTY", `Cannot pack "${from}": nobody asked for anything in it`, {
    cure: "`holdall sessions` lists sessions",
  });
}

function textOr(file: string | undefined, text: string): string {
  return file === undefined ? text : fs.readFileSync(file, "utf8");
}

function stepsOf({ session, tools }: HandoffSource) {
  return stepsOfSession({ items: session.items(), tools, cwd: session.header.cwd });
}

/**
 * The project of the session, if it is on this machine and in Git. A file that was passed by its path may come
 * from anyone: the folder that it names is read only if it is this one or in it.
 */
async function projectFolder(
  context: OperationContext,
  from: string,
  { cwd }: TranscriptHeader,
): Promise<string | null> {
  if (cwd === null || !fs.statSync(cwd, { throwIfNoEntry: false })?.isDirectory()) return null;
  const isFile = !isAgentId(from) && fs.existsSync(path.resolve(context.cwd, from));
  if (isFile && !folderFilter(context.cwd)({ cwd })) {
    context.note(
      `The files of ${cwd}, which the session names, were left out: --workspace adds them`,
    );
    return null;
  }
  return (await findGitFacts(cwd)) === null ? null : cwd;
}

async function metadataOf(
  { session, agent }: HandoffSource,
  settings: PackSettings,
  { folder, prices }: { readonly folder: string | null; readonly prices: PriceTable },
): Promise<JsonObject> {
  const { header } = session;
  const { model, measures } = await readSession(session.items(), prices);
  const interventions = await countInterventions(session.items(), agent?.personSigns);
  const { usage, durationMs, costUsd } = measures;
  const run: Record<string, Json> = {};
  if (usage !== null) run.usage = { ...usage };
  if (durationMs !== null) run.durationMs = durationMs;
  if (costUsd !== null)
    run.cost = { usd: costUsd, pricesFrom: prices.source, pricesDate: prices.date };
  const known = settings.model ?? model ?? header.model ?? undefined;
  const branch = settings.branch ?? header.git_branch ?? undefined;
  const own = { ...settings, tool: settings.tool ?? header.agent, model: known, branch };
  const gitAuto = settings.gitAuto && folder !== null;
  return taskMetadata({ ...own, gitAuto, promptSource: "session" }, folder ?? "/", {
    ...(Object.keys(run).length === 0 ? {} : { run }),
    interventions: interventionsJson(interventions),
    session: {
      agent: header.agent,
      id: header.session_id,
      ...(header.agent_version === null ? {} : { agentVersion: header.agent_version }),
      ...(header.started_at === null ? {} : { startedAt: header.started_at }),
    },
  });
}
