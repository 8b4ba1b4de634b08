import * as z from "zod";
import { timestamp } from "../model/values.ts";

const extra = z.record(z.string(), z.unknown()).optional();

const toolCallSchema = z.strictObject({
  tool_call_id: z.string(),
  function_name: z.string(),
  arguments: z.record(z.string(), z.unknown()),
  extra,
});

const resultSchema = z.strictObject({
  source_call_id: z.string().optional(),
  content: z.string().optional(),
  extra,
});

const metricsSchema = z.strictObject({
  /** With what was cached. */
  prompt_tokens: z.int().min(0).optional(),
  completion_tokens: z.int().min(0).optional(),
  cached_tokens: z.int().min(0).optional(),
  cost_usd: z.number().min(0).optional(),
  extra,
});

/** One step of a trajectory as we write it; the keys of an answer are on no other step. */
export const atifStepSchema = z
  .strictObject({
    step_id: z.int().min(1),
    timestamp: timestamp.optional(),
    source: z.enum(["system", "user", "agent"]),
    message: z.string(),
    model_name: z.string().optional(),
    reasoning_content: z.string().optional(),
    tool_calls: z.array(toolCallSchema).optional(),
    observation: z.strictObject({ results: z.array(resultSchema) }).optional(),
    metrics: metricsSchema.optional(),
    /** How many answers of the model the metrics are the sum of. */
    llm_call_count: z.int().min(1).optional(),
    extra,
  })
  .refine(answersOnly, "Only a step of the agent has a model, thoughts, calls and metrics")
  .refine(isPaired, "Every result names a call of its own step");
/** One step of a trajectory. */
export type AtifStep = z.infer<typeof atifStepSchema>;

function answersOnly(step: Readonly<Record<string, unknown>>): boolean {
  const own = ["model_name", "reasoning_content", "tool_calls", "metrics"];
  return step.source === "agent" || own.every((key) => step[key] === undefined);
}

function isPaired(step: {
  readonly tool_calls?: readonly { readonly tool_call_id: string }[] | undefined;
  readonly observation?:
    | { readonly results: readonly { readonly source_call_id?: string | undefined }[] }
    | undefined;
}): boolean {
  const calls = new Set(step.tool_calls?.map(({ tool_call_id }) => tool_call_id));
  const results = step.observation?.results ?? [];
  return results.every(({ source_call_id: id }) => id === undefined || calls.has(id));
}

const trajectory = {
  schema_version: z.literal("ATIF-v1.7"),
  session_id: z.string(),
  trajectory_id: z.string().optional(),
  agent: z.strictObject({
    name: z.string(),
    version: z.string(),
    model_name: z.string().optional(),
  }),
  steps: z.array(atifStepSchema).min(1).refine(isCounted, "Steps are counted from 1, without gaps"),
  final_metrics: z
    .strictObject({
      total_prompt_tokens: z.int().optional(),
      total_completion_tokens: z.int().optional(),
      total_cached_tokens: z.int().optional(),
      /** With its sub-agents; absent when the price of one answer is unknown. */
      total_cost_usd: z.number().min(0).optional(),
      total_steps: z.int(),
      extra,
    })
    .optional(),
  extra,
};

function isCounted(steps: readonly { readonly step_id: number }[]): boolean {
  return steps.every(({ step_id }, index) => step_id === index + 1);
}

/** A trajectory of version 1.7, the form in which transcripts are exported. */
export const atifSchema = z.strictObject({
  ...trajectory,
  subagent_trajectories: z.array(z.strictObject(trajectory)).optional(),
});
/** A trajectory of version 1.7. */
export type AtifTrajectory = z.infer<typeof atifSchema>;
