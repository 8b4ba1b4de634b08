import path from "node:path";
import { HoldallError } from "../base/errors.ts";
import { place } from "../disk/place.ts";
import { writeStream } from "../disk/write-stream.ts";
import type { Handoff } from "../handoff/prepare.ts";
import { createRedactor } from "../redact/redactor.ts";
import { writeAtif } from "../transcripts/atif.ts";
import { factsOf } from "../transcripts/digest/digest.ts";
import { renderMarkdown } from "../transcripts/markdown.ts";
import type { OperationContext } from "./define-operation.ts";
import { writeHandoffBundle } from "./handoff-bundle.ts";
import type { Giver } from "./handoff-giver.ts";

/** A handoff that goes to a path. */
export interface PathHandoff {
  readonly giver: Giver;
  readonly handoff: Handoff;
  readonly out: string;
  readonly force: boolean;
}

/** Writes a handoff as its path says: a page, a trajectory, or a bundle. */
export async function writeHandoff(context: OperationContext, request: PathHandoff): Promise<void> {
  const { out } = request;
  if (/\.md$/i.test(out)) return writeText(context, request, pageOf(request));
  if (/\.json$/i.test(out)) return writeText(context, request, trajectoryOf(request));
  return writeBundle(context, request);
}

/** What a trajectory has no place for joins the losses of the handoff. */
async function* trajectoryOf({ giver, handoff }: PathHandoff): AsyncGenerator<string> {
  const { trajectory, losses } = await writeAtif(giver.reading.header, handoff.items());
  for (const loss of losses) handoff.order.loss(loss);
  yield `${JSON.stringify(trajectory, null, 2)}\n`;
}

function pageOf({ giver, handoff }: PathHandoff): AsyncIterable<string> {
  const { title, note } = handoff.order;
  return renderMarkdown(giver.reading.header, title, note, handoff.items());
}

async function writeText(
  context: OperationContext,
  { out }: PathHandoff,
  pieces: AsyncIterable<string>,
): Promise<void> {
  const target = path.resolve(context.cwd, out);
  await place(target, (temporary) => writeStream(encoded(pieces), temporary));
}

async function* encoded(pieces: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  for await (const piece of pieces) yield encoder.encode(piece);
}

async function writeBundle(
  context: OperationContext,
  { giver, handoff, out, force }: PathHandoff,
): Promise<void> {
  const { source } = giver;
  if (source === null || giver.agent === null) {
    throw new HoldallError("E_USAGE", `Cannot hand a bundle over to "${out}": it is one already`, {
      cure: "see `holdall convert` and `holdall pack`",
    });
  }
  const redactor = createRedactor();
  for await (const item of giver.reading.items()) redactor.learn(item);
  const reading = await giver.agent.read(source);
  const facts = factsOf(handoff.digest);
  await writeHandoffBundle(context, { source, reading, facts, redactor, out, force });
}
