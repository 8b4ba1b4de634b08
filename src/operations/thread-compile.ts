import * as z from "zod";
import { HoldallError } from "../base/errors.ts";
import { PREVIEW_RUN } from "../compile/assemble.ts";
import { explainSelection } from "../compile/explain.ts";
import { DEFAULT_STRATEGY } from "../compile/strategies/registry.ts";
import { defaultLimits } from "../compile/strategies/strategy.ts";
import type { Ledger } from "../ledger/ledger.ts";
import { openCurrentState } from "../state/shown-state.ts";
import type { Transaction } from "../stores/store.ts";
import {
  compileThread,
  type ThreadCompile,
  type ThreadCompiled,
} from "../threads/compile-thread.ts";
import { findRun } from "../threads/find.ts";
import { recordCompile } from "../threads/record-compile.ts";
import { type RenderedThread, renderThread } from "../threads/render.ts";
import { requireOpen } from "../threads/runs.ts";
import type { RunRow } from "../threads/tables.ts";
import { endUncompiled } from "../threads/uncompiled.ts";
import { compileTranscript } from "../transcripts/compile-transcript.ts";
import { findTranscript } from "../transcripts/stored-session.ts";
import { defineOperation, type OperationContext } from "./define-operation.ts";
import { actorAliases, actorInput, actorOf, threadId, whole } from "./thread-input.ts";
import { priceOfTools, readTools } from "./thread-tools.ts";
import { inWorkspace, storeInput } from "./workspace.ts";

const inputSchema = z.object({
  id: threadId,
  message: z.string().optional().describe("The message to be answered; the newest unless told"),
  strategy: z.string().default(DEFAULT_STRATEGY).describe("How to choose what goes in"),
  budget: whole(1).optional().describe("Tokens that the context may cost"),
  run: z.string().optional().describe("The run it is for"),
  record: z.boolean().default(false).describe("Record the compile with its run"),
  "from-seq": whole().optional().describe("The last event to look at, to compile again"),
  "as-of": whole().optional().describe("The thread's head as of which checkpoints count"),
  raw: z.boolean().default(false).describe("Print the exact bytes of the bundle"),
  explain: z.boolean().default(false).describe("Say what went in, what stayed out, and why"),
  render: z.string().optional().describe("Print the request for this provider or vendor"),
  tools: z
    .string()
    .optional()
    .describe("JSON file with the tools to declare in the request")
    .meta({ path: true }),
  model: z.string().optional().describe("The model to ask"),
  "max-output": whole(1).optional().describe("Tokens that the answer may have"),
  "no-state": z.boolean().default(false).describe("Do not show the committed state"),
  "no-actor-prefix": z.boolean().default(false).describe("Do not say who speaks where several do"),
  ...actorInput,
  ...storeInput,
});

type Input = z.infer<typeof inputSchema>;

export default defineOperation({
  name: "thread compile",
  summary: "Compile the context of a message: what a model is to be given, and why",
  effect: "write",
  surfaces: ["cli", "mcp", "http"],
  tool: [
    { name: "thread.compile", sets: ["threads"], fixed: { record: false }, effect: "read" },
    {
      name: "thread.run.compile",
      sets: ["threads"],
      summary: "Compile the context of a run, as thread.compile does, and record it with the run",
      fixed: { record: true },
    },
  ],
  positionals: ["id"],
  aliases: actorAliases,
  examples: [
    "thread compile 0197 --explain",
    "thread compile 0197 --budget 8000 --raw",
    "thread compile 0197 --render anthropic-messages --model NAME --max-output 1024 --json",
  ],
  input: inputSchema,
  output: () =>
    z.object({
      thread_id: z.string(),
      message_id: z.string(),
      run_session_id: z.string(),
      strategy: z.string(),
      from_seq: z.number(),
      as_of_seq: z.number(),
      bundle_artifact_id: z.string(),
      bytes: z.number(),
      recorded: z.boolean(),
      explanation: z.looseObject({ strategy: z.string() }).nullable(),
      bundle: z.looseObject({ schema: z.string() }).nullable(),
      /** The bundle's exact bytes as text. */
      raw: z.string().nullable(),
      request: z.looseObject({ body: z.looseObject({}), path: z.string() }).nullable(),
    }),
  run: (context, input) =>
    inWorkspace(
      context,
      { store: input.store, effect: input.record ? "write" : "read" },
      (ledger) =>
        input.record ? compileAndRecord(ledger, context, input) : preview(ledger, context, input),
    ),
  bytes({ raw, request, explanation }) {
    if (raw !== null) return Buffer.from(raw);
    if (request === null || explanation !== null) return null;
    return Buffer.from(`${JSON.stringify(request.body, null, 2)}\n`);
  },
});

async function preview(ledger: Ledger, context: OperationContext, input: Input) {
  const asked = { ...input, run_session_id: input.run ?? PREVIEW_RUN };
  const transcript = await compiledTranscript(ledger, context, asked);
  return ledger.read(async (tx) => {
    const compiled = transcript ?? (await compileThread(tx, await withState(tx, context, asked)));
    return outputOf(await render(tx, compiled, context, asked), input);
  });
}

/** An imported session, which its id with the agent before it tells from a thread; null for a thread. */
async function compiledTranscript(
  ledger: Ledger,
  context: OperationContext,
  input: Asked,
): Promise<ThreadCompiled | null> {
  if (!input.id.includes("/")) return null;
  const row = await findTranscript(ledger, input.id);
  if (row === null) {
    throw new HoldallError("E_NOT_FOUND", `Cannot compile "${input.id}": no such session here`, {
      cure: "import it with `holdall import`, or see `holdall thread list`",
    });
  }
  const request = await requestOf(context, input);
  const compiled = await compileTranscript(ledger, { ...request, row });
  return {
    ...compiled,
    base: null,
    as_of_seq: compiled.source.from_seq,
    handed: null,
    state: null,
  };
}

async function compileAndRecord(ledger: Ledger, context: OperationContext, input: Input) {
  const { run: named } = input;
  if (named === undefined) {
    throw new HoldallError("E_USAGE", "Cannot record a compile: no run was named", {
      cure: "begin one with `holdall thread run begin`, and give --run",
    });
  }
  const run = await ledger.read((tx) => findRun(tx, named));
  requireOpen(run);
  const recording = recordFor(ledger, context, { ...input, run });
  return recording.catch(async (error) => {
    await endUncompiled(ledger, run, { error, actor: actorOf(input) });
    throw error;
  });
}

function recordFor(
  ledger: Ledger,
  context: OperationContext,
  input: Omit<Input, "run"> & { run: RunRow },
) {
  return ledger.write(async (unit) => {
    const run = await findRun(unit.tx, input.run.run_session_id);
    requireOpen(run);
    const { run_session_id, message_id } = run;
    const message = input.message ?? message_id;
    const asked = { ...input, run: undefined, message, run_session_id };
    const compiled = await compileThread(unit.tx, await withState(unit.tx, context, asked));
    const made = await render(unit.tx, compiled, context, asked);
    const renderer = made.rendered?.renderer ?? null;
    await recordCompile(unit, made.compiled, { run, renderer });
    return outputOf(made, asked);
  });
}

interface Made {
  readonly compiled: ThreadCompiled;
  readonly rendered: RenderedThread | null;
}

type Asked = Input & { readonly run_session_id: string };

/** A thread is shown the workspace's current state unless told otherwise. */
async function withState(
  tx: Transaction,
  context: OperationContext,
  input: Asked,
): Promise<ThreadCompile> {
  const state = input["no-state"] ? null : await openCurrentState(tx);
  return { ...(await requestOf(context, input)), state };
}

async function requestOf(context: OperationContext, input: Asked): Promise<ThreadCompile> {
  const tools = toolsOf(context, input);
  return {
    thread: input.id,
    message: input.message,
    strategy: input.strategy,
    limits: {
      ...defaultLimits,
      ...(input.budget === undefined ? {} : { max_input_tokens: input.budget }),
      ...(tools.length === 0 ? {} : { tool_tokens: await priceOfTools(tools) }),
    },
    provenance: {
      run_session_id: input.run_session_id,
      actor_id: input.actor,
      origin: input.origin,
    },
    from_seq: input["from-seq"],
    as_of: input["as-of"],
  };
}

function toolsOf(context: OperationContext, { tools }: Input): ReturnType<typeof readTools> {
  return tools === undefined ? [] : readTools(context.cwd, tools);
}

async function render(
  tx: Transaction,
  compiled: ThreadCompiled,
  context: OperationContext,
  input: Input,
): Promise<Made> {
  if (input.render === undefined) return { compiled, rendered: null };
  const rendered = await renderThread(tx, compiled, {
    target: input.render,
    tools: toolsOf(context, input),
    model: input.model ?? null,
    maxOutput: input["max-output"] ?? null,
    actorPrefix: !input["no-actor-prefix"],
  });
  return { compiled, rendered };
}

function outputOf({ compiled, rendered }: Made, input: Input) {
  const { source, provenance, bundle, selection, as_of_seq } = compiled;
  return {
    thread_id: source.thread_id,
    message_id: source.from_message_id,
    run_session_id: provenance.run_session_id,
    strategy: selection.strategy,
    from_seq: source.from_seq,
    as_of_seq,
    bundle_artifact_id: bundle.artifact_id,
    bytes: bundle.bytes.length,
    recorded: input.record,
    explanation: input.explain ? { ...explainSelection(selection) } : null,
    bundle: input.raw || input.explain ? null : { ...bundle.document },
    raw: input.raw ? Buffer.from(bundle.bytes).toString() : null,
    request: rendered === null ? null : { ...rendered },
  };
}
