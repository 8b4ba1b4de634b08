import { HoldallError } from "../../base/errors.ts";
import { guardFile } from "../../bundles/disk/guard-file.ts";
import { guardOutput, type OutputTarget } from "../../bundles/disk/guard-output.ts";
import { writeAtomically } from "../../disk/write-atomically.ts";
import { writeText } from "../../disk/write-stream.ts";
import type { Redactor } from "../../redact/redactor.ts";
import type { OperationContext } from "../../runtime/operation-context.ts";
import { redactorFor } from "../../runtime/redactor-for.ts";
import type { HandoffSource } from "../../sessions/source.ts";
import type { FolderTranscript } from "../../sessions/transcript-folder.ts";
import { writeAtif } from "../../transcripts/atif.ts";
import { factsOf } from "../../transcripts/digest/facts.ts";
import { isPage, renderMarkdown } from "../../transcripts/markdown.ts";
import { beginsAtif } from "../../transcripts/read-atif.ts";
import { type PreparedHandoff, prepareHandoff } from "../prepare.ts";
import type { PathTarget } from "../target.ts";
import { chooseDistiller, type Distiller } from "./distil-input.ts";
import { asksForAll, type HandoffInput } from "./input.ts";
import { describeHandoff, type HandoffOutput } from "./report.ts";
import { assertFound, requestOf } from "./request.ts";
import { writeHandoffBundle } from "./to-bundle.ts";

/** A handoff that goes to a path. */
interface PathHandoff {
  readonly source: HandoffSource;
  readonly input: HandoffInput;
  readonly handoff: PreparedHandoff;
  readonly target: PathTarget;
  readonly output: OutputTarget;
  /** Adds to the state of a bundle. */
  readonly distiller: Distiller | null;
}

/** Writes a bundle, a trajectory or a page; everything that leaves this machine is redacted. */
export async function handOffToPath(
  context: OperationContext,
  input: HandoffInput,
  source: HandoffSource,
  target: PathTarget,
): Promise<HandoffOutput> {
  // Checked before the session is read, and in a dry run too.
  const output = await guardTarget(context, target, input.force);
  const handoff = await prepareHandoff({
    ...(await requestOf(context, input, source)),
    to: source,
    redact: !input["no-redact"],
    isDigestRead: true,
    session_id: source.session_id,
    settings: {},
  });
  assertFound(handoff, source, input);
  const distiller = await chooseDistiller(context, input);
  const request = { source, input, handoff, target, output, distiller };
  const written = input["dry-run"] ? null : await write(context, request);
  const { session_id } = source;
  const placed = { session_id, path: output.absolute, created: [], resume: [], notes: [] };
  const about = { source, input, agent: null, move: null };
  return { ...describeHandoff(about, handoff, placed), ...written };
}

/** Tells by how a file begins whether a handoff wrote it. */
const isOurs = { page: isPage, trajectory: beginsAtif } as const;

/** Finds where the result goes; refuses a path where it would destroy something. */
function guardTarget(
  context: OperationContext,
  { kind, out }: PathTarget,
  force: boolean,
): OutputTarget | Promise<OutputTarget> {
  if (kind === "bundle") return guardOutput(context, out, { force, source: null });
  const earlier = `${kind} of an earlier handoff`;
  return guardFile(context, { out, force, kind: earlier, isOurs: isOurs[kind] });
}

/** What differs for a bundle from the report of the handoff; null for pages and trajectories. */
type WrittenResult = Partial<Pick<HandoffOutput, "loss" | "redactions" | "distilled">> | null;

async function write(context: OperationContext, request: PathHandoff): Promise<WrittenResult> {
  const { target, output } = request;
  if (target.kind === "bundle") return writeBundle(context, request);
  const pieces = target.kind === "page" ? pageOf(request) : trajectoryOf(request);
  await writeAtomically(output.absolute, (temporary) => writeText(pieces, temporary), output);
  return null;
}

/** What a trajectory has no field for is added to the losses of the handoff. */
async function* trajectoryOf({ handoff }: PathHandoff): AsyncGenerator<string> {
  const { trajectory, losses } = await writeAtif(handoff.draft.header, handoff.items());
  for (const loss of losses) handoff.draft.loss(loss);
  yield `${JSON.stringify(trajectory, null, 2)}\n`;
}

function pageOf({ handoff }: PathHandoff): AsyncIterable<string> {
  const { header, title, note } = handoff.draft;
  return renderMarkdown(header, title, note, handoff.items());
}

/**
 * A bundle contains the entire session with the agent's own records. Of a part of it, or with paths replaced,
 * it contains only the items that were asked for, because the records would reveal the rest.
 */
async function writeBundle(
  context: OperationContext,
  request: PathHandoff,
): Promise<WrittenResult> {
  const { source, input, handoff, target, output, distiller } = request;
  if (source.native === null) {
    const message = `Cannot hand over to "${target.out}": the source is a bundle already`;
    throw new HoldallError("E_USAGE", message, {
      cure: "use `holdall convert` for another format, or `holdall pack` for an archive",
    });
  }
  const facts = factsOf(handoff.digest);
  const isComplete = asksForAll(input);
  const redactor = input["no-redact"] ? null : await learntRedactor(context, source.session);
  const transcript = { ...(isComplete ? fullSession(source) : selectedPart(handoff)), redactor };
  const derived = { facts, inForce: () => handoff.items(), tools: source.tools, distiller };
  const { loss, distilled } = await writeHandoffBundle(context, {
    ...transcript,
    ...derived,
    output,
  });
  const redactions = redactor?.report() ?? [];
  return { ...(isComplete ? { loss, redactions } : {}), distilled };
}

/** A redactor that has learnt from the entire session. */
async function learntRedactor(
  context: OperationContext,
  { header, items }: HandoffSource["session"],
): Promise<Redactor> {
  const redactor = redactorFor(context);
  redactor.learn(header);
  for await (const item of items()) redactor.learn(item);
  return redactor;
}

type Transcript = Omit<FolderTranscript, "redactor">;

function fullSession({ native, session }: HandoffSource): Transcript {
  return { source: native, header: session.header, items: () => session.items() };
}

function selectedPart(handoff: PreparedHandoff): Transcript {
  return { source: null, header: handoff.draft.header, items: () => handoff.items() };
}
