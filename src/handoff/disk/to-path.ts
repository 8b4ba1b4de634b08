import { HoldallError } from "../../base/errors.ts";
import { guardFile } from "../../bundles/disk/guard-file.ts";
import { guardOutput, type OutputTarget } from "../../bundles/disk/guard-output.ts";
import { writeAtomically } from "../../disk/write-atomically.ts";
import { writeText } from "../../disk/write-stream.ts";
import type { LossItem } from "../../model/loss.ts";
import type { Redactor } from "../../redact/redactor.ts";
import type { OperationContext } from "../../runtime/operation-context.ts";
import { redactorFor } from "../../runtime/redactor-for.ts";
import type { HandoffSource } from "../../sessions/source.ts";
import type { FolderTranscript } from "../../sessions/transcript-folder.ts";
import { writeAtif } from "../../transcripts/atif.ts";
import { createLossTally } from "../../transcripts/loss-tally.ts";
import { isPage, renderMarkdown } from "../../transcripts/markdown.ts";
import { beginsAtif } from "../../transcripts/read-atif.ts";
import type { AdaptedConversation } from "../adapt.ts";
import { adaptedOutcome } from "../outcome.ts";
import type { PathTarget } from "../target.ts";
import { receiverFolder, requestOf } from "./build-request.ts";
import { type HandoffInput, keepsSessionAsIs } from "./input.ts";
import { prepareConversation } from "./prepare-conversation.ts";
import { describeHandoff, type HandoffOutput } from "./report.ts";
import { writeHandoffBundle } from "./to-bundle.ts";

/** A handoff that goes to a path. */
interface PathHandoff {
  readonly source: HandoffSource;
  readonly input: HandoffInput;
  readonly adapted: AdaptedConversation;
  readonly target: PathTarget;
  readonly output: OutputTarget;
}

/** Writes a bundle, a trajectory or a page; everything that leaves this machine is redacted. */
export async function handOffToPath(
  context: OperationContext,
  input: HandoffInput,
  source: HandoffSource,
  target: PathTarget,
): Promise<HandoffOutput> {
  if (input["restore-dropped"] !== undefined && target.kind !== "page") refuseRestoring(target);
  // Checked before the session is read, and in a dry run too.
  const output = await guardTarget(context, target, input.force);
  const isPage = target.kind === "page";
  const request = {
    ...(await requestOf(context, input, source, isPage ? "page" : "file")),
    // A file has no names of its own for tools.
    receiver: source,
    transfer: "translation" as const,
    redact: !input["no-redact"],
    isPage,
  };
  const cwd = receiverFolder(context, input);

  const prepared = await prepareConversation(request, { source, input });
  const { adapted } = prepared;
  const handoff = { source, input, adapted, target, output };
  const { formLosses, ...written } = input["dry-run"] ? NOT_WRITTEN : await write(context, handoff);
  const { session_id } = source;
  const report = describeHandoff({
    source,
    input,
    agent: null,
    cwd,
    ...prepared,
    outcome: adaptedOutcome(adapted, formLosses),
    placed: { session_id, path: output.absolute, created: [], resume: [], notes: [] },
    transfer: "translation",
    carriedSettings: null,
    copies: [],
  });
  return { ...report, ...written };
}

function refuseRestoring({ kind, out }: PathTarget): never {
  const state = `a ${kind} has no note, and contains what was compacted`;
  throw new HoldallError("E_USAGE", `Cannot restore what was dropped in "${out}": ${state}`, {
    cure: "leave out --restore-dropped, or hand over to an agent or a page (.md)",
  });
}

/** Whether a handoff wrote a file, by how it begins. */
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

/** What was written, as far as it differs from the adapted conversation. */
interface WrittenPath extends Partial<Pick<HandoffOutput, "loss" | "redactions">> {
  /** What the form of the file has no field for. */
  readonly formLosses: readonly LossItem[];
}

const NOT_WRITTEN: WrittenPath = { formLosses: [] };

async function write(context: OperationContext, handoff: PathHandoff): Promise<WrittenPath> {
  const { target, adapted } = handoff;
  const { header, title, note } = adapted;
  switch (target.kind) {
    case "bundle":
      return writeBundle(context, handoff);
    case "page":
      await writeFile(handoff, renderMarkdown(header, title, note, adapted.items()));
      return { formLosses: [] };
    case "trajectory": {
      const { trajectory, losses } = await writeAtif(header, adapted.items());
      await writeFile(handoff, piecesOf(`${JSON.stringify(trajectory, null, 2)}\n`));
      const formLosses = createLossTally();
      for (const loss of losses) formLosses.add({ scope: "conversation", ...loss });
      return { formLosses: formLosses.items() };
    }
    default:
      return target.kind satisfies never;
  }
}

function writeFile({ output }: PathHandoff, text: AsyncIterable<string>): Promise<void> {
  return writeAtomically(output.absolute, (temporary) => writeText(text, temporary), output);
}

async function* piecesOf(text: string): AsyncGenerator<string> {
  yield text;
}

/**
 * A bundle contains the entire session with the agent's own records. Of a part of it, or with paths replaced,
 * it contains only the items that were asked for, because the records would reveal the rest.
 */
async function writeBundle(context: OperationContext, handoff: PathHandoff): Promise<WrittenPath> {
  const { source, input, adapted, target, output } = handoff;
  if (source.native === null) {
    const message = `Cannot hand over to "${target.out}": the source is a bundle already`;
    throw new HoldallError("E_USAGE", message, {
      cure: "use `holdall convert` for another format, or `holdall pack` for an archive",
    });
  }
  const isComplete = keepsSessionAsIs(input);
  const redactor = input["no-redact"] ? null : await learntRedactor(context, source.session);
  const transcript = { ...(isComplete ? fullSession(source) : selectedPart(adapted)), redactor };
  const { tools } = source;
  const loss = await writeHandoffBundle(context, { ...transcript, tools, output });
  const redactions = redactor?.report() ?? [];
  return { formLosses: [], ...(isComplete ? { loss, redactions } : {}) };
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

function selectedPart({ header, items }: AdaptedConversation): Transcript {
  return { source: null, header, items };
}
