import { HoldallError } from "../base/errors.ts";
import { place } from "../disk/place.ts";
import { writeText } from "../disk/write-stream.ts";
import type { Handoff } from "../handoff/prepare.ts";
import { createRedactor, type Redactor } from "../redact/redactor.ts";
import { writeAtif } from "../transcripts/atif.ts";
import { factsOf } from "../transcripts/digest/digest.ts";
import { renderMarkdown } from "../transcripts/markdown.ts";
import type { OperationContext } from "./define-operation.ts";
import type { Distiller } from "./distil-input.ts";
import { guardOutput, type Output } from "./guard-output.ts";
import { guardPage } from "./guard-page.ts";
import { writeHandoffBundle } from "./handoff-bundle.ts";
import type { Giver } from "./handoff-giver.ts";
import type { HandoffOutput } from "./handoff-report.ts";
import type { FolderTranscript } from "./transcript-folder.ts";

/** A handoff that goes to a path. */
export interface PathHandoff {
  readonly giver: Giver;
  readonly handoff: Handoff;
  readonly out: string;
  readonly force: boolean;
  readonly redact: boolean;
  /** Nothing was asked for but the session as it is. */
  readonly isWhole: boolean;
  /** Has a say in the state of a bundle. */
  readonly distiller: Distiller | null;
}

/** What became of a bundle, where that is not what the handoff says; null where it is. */
export type Written = Partial<Pick<HandoffOutput, "loss" | "redactions" | "distilled">> | null;

/** What a path is to hold, by its name. */
function kindOf(out: string): "page" | "trajectory" | "bundle" {
  if (/\.md$/i.test(out)) return "page";
  return /\.json$/i.test(out) ? "trajectory" : "bundle";
}

/** Finds the place of a handoff that goes to a path; refuses one where it would harm something. */
export function guardHandoff(
  context: OperationContext,
  { out, force }: Pick<PathHandoff, "out" | "force">,
): Output | Promise<Output> {
  const kind = kindOf(out);
  if (kind === "bundle") return guardOutput(context, out, { force, source: null });
  return guardPage(context, out, { kind, force });
}

/** Writes a handoff as its path says: a page, a trajectory, or a bundle. */
export async function writeHandoff(
  context: OperationContext,
  request: PathHandoff,
): Promise<Written> {
  const kind = kindOf(request.out);
  if (kind === "bundle") return writeBundle(context, request);
  const output = await guardHandoff(context, request);
  const pieces = kind === "page" ? pageOf(request) : trajectoryOf(request);
  await place(output.absolute, (temporary) => writeText(pieces, temporary), output);
  return null;
}

/** What a trajectory has no place for joins the losses of the handoff. */
async function* trajectoryOf({ handoff }: PathHandoff): AsyncGenerator<string> {
  const { trajectory, losses } = await writeAtif(handoff.order.header, handoff.items());
  for (const loss of losses) handoff.order.loss(loss);
  yield `${JSON.stringify(trajectory, null, 2)}\n`;
}

function pageOf({ handoff }: PathHandoff): AsyncIterable<string> {
  const { header, title, note } = handoff.order;
  return renderMarkdown(header, title, note, handoff.items());
}

/**
 * A bundle holds the whole session with the agent's own records; of a part of it, or with paths replaced,
 * only the items that were asked for, because the records would tell the rest.
 */
async function writeBundle(context: OperationContext, request: PathHandoff): Promise<Written> {
  const { giver, handoff, out, force, isWhole, distiller } = request;
  if (giver.source === null) {
    throw new HoldallError("E_USAGE", `Cannot hand a bundle over to "${out}": it is one already`, {
      cure: "see `holdall convert` and `holdall pack`",
    });
  }
  const facts = factsOf(handoff.digest);
  const redactor = request.redact ? await learnt(giver.reading) : null;
  const transcript = { ...(isWhole ? wholeSession(giver) : partOf(handoff)), redactor };
  const derived = { facts, inForce: () => handoff.items(), tools: giver.tools, distiller };
  const made = await writeHandoffBundle(context, { ...transcript, ...derived, out, force });
  const { loss, distilled } = made;
  const redactions = transcript.redactor?.report() ?? [];
  return { ...(isWhole ? { loss, redactions } : {}), distilled };
}

/** A redactor that has seen the whole session. */
async function learnt({ header, items }: Giver["reading"]): Promise<Redactor> {
  const redactor = createRedactor();
  redactor.learn(header);
  for await (const item of items()) redactor.learn(item);
  return redactor;
}

type Session = Omit<FolderTranscript, "redactor">;

function wholeSession({ source, reading }: Giver): Session {
  return { source, header: reading.header, items: () => reading.items() };
}

function partOf(handoff: Handoff): Session {
  return { source: null, header: handoff.order.header, items: () => handoff.items() };
}
