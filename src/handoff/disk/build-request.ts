import fs from "node:fs";
import path from "node:path";
import { HoldallError } from "../../base/errors.ts";
import type { LossItem } from "../../model/loss.ts";
import { allowanceFor } from "../../runtime/allowance-for.ts";
import type { OperationContext } from "../../runtime/operation-context.ts";
import { changedSince } from "../../sessions/changed-since.ts";
import { containsConversation, type HandoffSource } from "../../sessions/source.ts";
import type { ChosenConversation } from "../choose-in-force.ts";
import type { LearnedFacts } from "../learn.ts";
import type { HandoffForm } from "./claims-for.ts";
import { type HandoffInput, parseMap, parsePlace, parseWantedBack } from "./input.ts";

/** The part of a handoff that does not depend on the receiver. */
export async function requestOf(
  context: OperationContext,
  input: HandoffInput,
  source: HandoffSource,
  form: HandoffForm = "session",
) {
  // Loaded here: most handoffs have no note that claims could be in.
  const claims = mayHaveClaims(input, form)
    ? await (await import("./claims-for.ts")).claimsFor(context, input, { source, form })
    : [];
  return {
    claims,
    session: source.session,
    sourceAgent: source,
    isConversation: containsConversation(source),
    losses: [...source.losses, ...unreadableRecords(source)],
    since: parsePlace(input.since, context.now()),
    until: parsePlace(input.until, context.now()),
    budget: input.budget ?? null,
    thinking: input.thinking,
    ...wantedBack(input),
    map: input.map.map(parseMap),
    now: context.now(),
    changedSince: (files: readonly string[], moment: string | null) =>
      changedSince(files, moment, source.session.header.cwd),
    allow: await allowanceFor(context),
  };
}

function mayHaveClaims({ budget, claims, provider }: HandoffInput, form: HandoffForm): boolean {
  return form === "page" || [budget, claims, provider].some((each) => each !== undefined);
}

function wantedBack({ "restore-dropped": text }: HandoffInput) {
  return text === undefined ? {} : { restore: parseWantedBack(text) };
}

/** The project folder in which the receiver will work. */
export function receiverFolder(context: OperationContext, { into }: HandoffInput): string {
  const folder = path.resolve(context.cwd, into ?? ".");
  if (fs.statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return fs.realpathSync(folder);
  throw new HoldallError("E_NOT_FOUND", `Cannot hand over into "${into}": it is not a folder`, {
    cure: "create the folder first, or name another with --into",
  });
}

/** Records that the reader could not read. */
function unreadableRecords({ session }: HandoffSource): readonly LossItem[] {
  const why = "record could not be read";
  return session.findings
    .filter(({ code, line }) => line !== null && UNREADABLE.has(code))
    .map(({ file, line }) => ({
      kind: "dropped",
      scope: "conversation",
      where: `${file}:${line}`,
      why,
    }));
}

const UNREADABLE = new Set(["W_JSONL_LINE", "W_TORN_LINE", "E_JSONL_LINE", "E_UTF8", "E_JSON"]);

/** Refuses a handoff with which nobody could continue. */
export function assertFound(
  { missing }: ChosenConversation,
  { item_count }: LearnedFacts,
  { source, input }: { readonly source: HandoffSource; readonly input: HandoffInput },
): void {
  const { since, until } = input;
  const { session_id, session } = source;
  if (missing !== null) {
    const message = `Cannot hand over ${missing} "${input[missing]}": there is no such message`;
    throw new HoldallError("E_NOT_FOUND", message, {
      cure: "name a message by its number in `holdall show`, or a time such as 2026-01-31T08:00Z",
    });
  }
  if (item_count > 0) return;
  const findings = session.findings.filter(({ code }) => code === "W_JSONL_LINE");
  const nothing =
    findings.length === 0
      ? "it contains no messages"
      : "it is damaged, and what can be read of it contains no messages";
  const range = [
    since === undefined ? "" : ` since "${since}"`,
    until === undefined ? "" : ` until "${until}"`,
  ].join("");
  const state = range === "" ? nothing : `there are no messages${range}`;
  throw new HoldallError("E_EMPTY", `Cannot hand over session "${session_id}": ${state}`, {
    findings,
    cure:
      range === ""
        ? "choose another with --session; `holdall sessions` lists them"
        : "name other times or messages, or leave out --since and --until",
  });
}
