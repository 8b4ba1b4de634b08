import * as z from "zod";
import { explainSelection, explanationSchema } from "../../compile/explain.ts";
import { documentTypes } from "../../model/context-documents.ts";
import { jsonObject } from "../../model/json-values.ts";
import type { OperationContext } from "../../runtime/operation-context.ts";
import { redactorUnless } from "../../runtime/redactor-for.ts";
import type { Transaction } from "../../stores/store.ts";
import type { CompiledThread } from "../compile-thread.ts";
import { type RenderedThread, renderThread } from "../render.ts";
import { type CompileInput, toolsOf } from "./compile-request.ts";

/** A complete request for a provider. */
export const requestSchema = () =>
  z.object({
    body: jsonObject(),
    path: z.string(),
    missing: z.array(z.literal("model")).readonly(),
    settings: jsonObject(),
    resets: z
      .array(
        z.object({
          input: z.string(),
          action: z.string(),
          reason: z.string(),
          ref: jsonObject().exactOptional(),
        }),
      )
      .readonly(),
    renderer: z.object({ id: z.string(), version: z.string() }),
  });

const { "rip.context_bundle.v1": v1, "rip.context_bundle.v2": v2 } = documentTypes;

/** The output of `thread compile`. */
export const compileOutput = () =>
  z.object({
    thread_id: z.string(),
    message_id: z.string(),
    run_session_id: z.string(),
    strategy: z.string(),
    from_seq: z.number(),
    as_of_seq: z.number(),
    /** Id of the artifact; null for a compile that was not recorded, which leaves none. */
    bundle_artifact_id: z.string().nullable(),
    /** SHA-256 of the bundle's bytes. */
    bundle_sha256: z.string(),
    bytes: z.number(),
    recorded: z.boolean(),
    explanation: explanationSchema().nullable(),
    bundle: z.union([v1.schema, v2.schema]).nullable(),
    /** The bundle's exact bytes as text. */
    raw: z.string().nullable(),
    request: requestSchema().nullable(),
  });

type Output = z.infer<ReturnType<typeof compileOutput>>;

/** A compiled context, and the request rendered from it. */
interface RenderedCompile {
  readonly compiled: CompiledThread;
  readonly rendered: RenderedThread | null;
}

/** Renders the request for the named provider; null if none was named. */
export async function renderFor(
  tx: Transaction,
  compiled: CompiledThread,
  context: OperationContext,
  input: CompileInput,
): Promise<RenderedCompile> {
  if (input.render === undefined) return { compiled, rendered: null };
  const rendered = await renderThread(tx, compiled, {
    target: input.render,
    tools: toolsOf(context, input),
    model: input.model ?? null,
    maxOutput: input["max-output"] ?? null,
    actorPrefix: !input["no-actor-prefix"],
  });
  const redactor = redactorUnless(context, input["keep-secrets"]);
  redactor?.learn(rendered.body);
  const body = redactor?.value(rendered.body, "request") ?? rendered.body;
  return { compiled, rendered: { ...rendered, body } };
}

/** The output of a compile, in the requested form. */
export function outputOf({ compiled, rendered }: RenderedCompile, input: CompileInput): Output {
  const { source, provenance, bundle, selection, as_of_seq } = compiled;
  return {
    thread_id: source.thread_id,
    message_id: source.from_message_id,
    run_session_id: provenance.run_session_id,
    strategy: selection.strategy,
    from_seq: source.from_seq,
    as_of_seq,
    bundle_artifact_id: input.record ? bundle.artifact_id : null,
    bundle_sha256: bundle.artifact_id,
    bytes: bundle.bytes.length,
    recorded: input.record,
    explanation: input.explain ? explainSelection(selection) : null,
    bundle: input.raw || input.explain ? null : bundle.document,
    raw: input.raw ? Buffer.from(bundle.bytes).toString() : null,
    request: rendered,
  };
}

/** The exact bytes, if they were requested. */
export function bytesOf({ raw, request, explanation }: Output): Uint8Array | null {
  if (raw !== null) return Buffer.from(raw);
  if (request === null || explanation !== null) return null;
  return Buffer.from(`${JSON.stringify(request.body, null, 2)}\n`);
}
