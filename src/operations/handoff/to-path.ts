import { HoldallError } from "../../base/errors.ts";
import { writeAtomically } from "../../disk/write-atomically.ts";
import { writeText } from "../../disk/write-stream.ts";
import { type Handoff, prepareHandoff } from "../../handoff/prepare.ts";
import { createRedactor, type Redactor } from "../../redact/redactor.ts";
import { writeAtif } from "../../transcripts/atif.ts";
import { factsOf } from "../../transcripts/digest/digest.ts";
import { renderMarkdown } from "../../transcripts/markdown.ts";
import { guardOutput, type OutputTarget } from "../bundle/guard-output.ts";
import type { OperationContext } from "../operation/operation.ts";
import { chooseDistiller, type Distiller } from "./distil-input.ts";
import { guardPage } from "./guard-page.ts";
import { asksForAll, type HandoffInput } from "./input.ts";
import { describeHandoff, type HandoffOutput } from "./report.ts";
import { assertFound, requestOf } from "./request.ts";
import type { Giver } from "./source.ts";
import type { PathTarget } from "./target.ts";
import { writeHandoffBundle } from "./to-bundle.ts";
import type { FolderTranscript } from "./transcript-folder.ts";

/** A handoff that goes to a path. */
interface PathHandoff {
  readonly giver: Giver;
  readonly given: HandoffInput;
  readonly handoff: Handoff;
  readonly target: PathTarget;
  readonly output: OutputTarget;
  /** Has a say in the state of a bundle. */
  readonly distiller: Distiller | null;
}

/** Writes a bundle, a trajectory or a page; everything that leaves this machine is redacted. */
export async function handToPath(
  context: OperationContext,
  given: HandoffInput,
  giver: Giver,
  target: PathTarget,
): Promise<HandoffOutput> {
  // Asked before the session is gone through, and of a rehearsal too.
  const output = await guardTarget(context, target, given.force);
  const handoff = await prepareHandoff({
    ...requestOf(context, given, giver),
    to: giver,
    redact: !given["no-redact"],
    session_id: giver.session_id,
    settings: {},
  });
  assertFound(handoff, giver, given);
  const distiller = await chooseDistiller(context, given);
  const request = { giver, given, handoff, target, output, distiller };
  const written = given["dry-run"] ? null : await write(context, request);
  const { session_id } = giver;
  const placed = { session_id, path: output.absolute, made: [], resume: [], notes: [] };
  const described = describeHandoff({ giver, given, agent: null, moved: null }, handoff, placed);
  return { ...described, ...written };
}

/** Finds the place of what is written; refuses one where it would harm something. */
function guardTarget(
  context: OperationContext,
  { kind, out }: PathTarget,
  force: boolean,
): OutputTarget | Promise<OutputTarget> {
  if (kind === "bundle") return guardOutput(context, out, { force, source: null });
  return guardPage(context, out, { kind, force });
}

/** What became of a bundle, where that is not what the handoff says; null where it is. */
type Written = Partial<Pick<HandoffOutput, "loss" | "redactions" | "distilled">> | null;

async function write(context: OperationContext, request: PathHandoff): Promise<Written> {
  const { target, output } = request;
  if (target.kind === "bundle") return writeBundle(context, request);
  const pieces = target.kind === "page" ? pageOf(request) : trajectoryOf(request);
  await writeAtomically(output.absolute, (temporary) => writeText(pieces, temporary), output);
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
  const { giver, given, handoff, target, output, distiller } = request;
  if (giver.source === null) {
    throw new HoldallError(
      "E_USAGE",
      `Cannot hand a bundle over to "${target.out}": it is one already`,
      {
        cure: "see `holdall convert` and `holdall pack`",
      },
    );
  }
  const facts = factsOf(handoff.digest);
  const isWhole = asksForAll(given);
  const redactor = given["no-redact"] ? null : await learnt(giver.reading);
  const transcript = { ...(isWhole ? wholeSession(giver) : partOf(handoff)), redactor };
  const derived = { facts, inForce: () => handoff.items(), tools: giver.tools, distiller };
  const made = await writeHandoffBundle(context, { ...transcript, ...derived, output });
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
