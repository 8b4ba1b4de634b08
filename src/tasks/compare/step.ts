import * as z from "zod";
import { collapseSpace, excerptLine } from "../../base/text/one-line.ts";

/** What a step of a run did. */
export const stepKinds = ["command", "read", "write", "tool", "request", "error", "event"] as const;
/** One of these. */
export type StepKind = (typeof stepKinds)[number];

/** One step of a run, in few words. */
export const stepSchema = () =>
  z.object({
    kind: z.enum(stepKinds),
    /** The command, the path, the tool or the event. */
    subject: z.string(),
    /** Whether it went well; null when nothing says so. */
    ok: z.boolean().nullable(),
    exitCode: z.number().nullable(),
    /** What went wrong, in one line. */
    error: z.string().nullable(),
    at: z.string().nullable(),
  });

/** One step of a run, in few words. */
export type Step = z.infer<ReturnType<typeof stepSchema>>;

/** A step with what decides whether another one is the same. */
export interface KeyedStep {
  readonly step: Step;
  /** Equal for steps that try the same: the same command, the same file, the same error. */
  readonly key: string;
}

/** Most characters of a subject that are shown; the key is made from all of it. */
const MAX_SUBJECT_SHOWN = 300;
const MAX_ERROR_SHOWN = 200;
/** Characters of a request that are compared; its heading takes some of those that are shown. */
const REQUEST_COMPARED = 280;

/** What a step is built from; `subject` and `error` may have any length. */
export interface StepDraft extends Omit<Step, "subject" | "error"> {
  readonly subject: string;
  readonly error: string | null;
  /** Arguments that belong to what it tried, and are not shown. */
  readonly detail?: string;
}

/** Builds a step; paths under the run's folder are written relative to it, so that two runs can agree. */
export function keyedStep(draft: StepDraft, folder: string | null): KeyedStep {
  const { detail = "", ...rest } = draft;
  const subject = withoutFolder(collapseSpace(draft.subject), folder);
  const error = draft.error === null ? null : firstLine(withoutFolder(draft.error, folder));
  const step = { ...rest, subject: excerptLine(subject, MAX_SUBJECT_SHOWN), error };
  return { step, key: `${draft.kind}\0${keyText(draft.kind, subject)}\0${detail}` };
}

/** The key of a step by what is shown of it: a bundle records no more. */
export function shownKey({ kind, subject }: Step): string {
  return `${kind}\0${keyText(kind, subject)}\0`;
}

function keyText(kind: StepKind, subject: string): string {
  if (kind === "request") return requestKey(subject);
  return kind === "error" ? errorKey(subject) : subject;
}

/**
 * A request without what `task pack` adds to it, its heading and the sections after the request: the task that an agent
 * was given is the request of the session that it was packed from.
 */
function requestKey(subject: string): string {
  const text = subject.replace(/^# Task /, "");
  const end = text.search(/ ## (?:Later requests|Acceptance criteria)(?: |$)/);
  return (end === -1 ? text : text.slice(0, end)).slice(0, REQUEST_COMPARED);
}

/** An error without what differs from run to run: numbers, hexadecimal ids and places. */
export function errorKey(text: string): string {
  return collapseSpace(text.slice(0, 2000))
    .toLowerCase()
    .replaceAll(/\b(?:0x)?[0-9a-f]{7,}\b|\d+/g, "#");
}

function firstLine(text: string): string {
  const line = text.split("\n", 20).find((each) => each.trim() !== "") ?? "";
  return excerptLine(line.trim(), MAX_ERROR_SHOWN);
}

function withoutFolder(text: string, folder: string | null): string {
  if (folder === null || folder.length < 2 || !text.includes(folder)) return text;
  const short = text.replaceAll(`${folder}/`, "").replaceAll(folder, ".");
  // Agents often begin a command by going to the folder that they are in.
  return short.startsWith("cd . && ") ? short.slice("cd . && ".length) : short;
}
