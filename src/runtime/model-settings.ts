/** Models that the user's own configuration may name. */

import * as z from "zod";

/**
 * The environment variable with a model's key. Keys themselves are never passed as options or
 * stored in files.
 */
export const keyVariable = z
  .string()
  .regex(/^[A-Za-z_][A-Za-z0-9_]*$/, { error: "not a valid name of an environment variable" })
  .optional()
  .describe("Environment variable that contains the key");

/** A model that turns texts into vectors, as configured. */
export const embedderSchema = z.strictObject({
  base_url: z
    .url()
    .describe("Base URL of an embeddings server, for example http://127.0.0.1:11434/v1"),
  model: z.string().min(1).describe("Name of the model"),
  key_variable: keyVariable,
});

/** A model that judges, as configured. */
const judgeModelSchema = z.strictObject({
  provider: z.string().describe("Provider or vendor of the model"),
  model: z.string().optional().describe("Name of the model"),
  base_url: z
    .string()
    .optional()
    .describe("Base URL of the provider (default: its public endpoint)"),
  key_variable: keyVariable,
});

/** Judges of candidates, by tier, and the arbiter for several that disagree. */
export const judgesSchema = z.strictObject({
  cheap: z
    .array(judgeModelSchema)
    .max(9)
    .default([])
    .describe("Models that judge ordinary candidates"),
  frontier: z
    .array(judgeModelSchema)
    .max(9)
    .default([])
    .describe("Models that judge when the stakes are high"),
  arbiter: judgeModelSchema.optional().describe("Model that decides when several judges disagree"),
});

/** Who judges candidates, as configured. */
export type Judges = z.infer<typeof judgesSchema>;

/** One judge, as configured. */
export type JudgeModel = z.infer<typeof judgeModelSchema>;
