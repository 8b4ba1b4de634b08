import path from "node:path";
import * as z from "zod";
import { agentIds, isAgentId } from "../agents/registry.ts";
import { editDistance } from "../base/registry.ts";
import { highestLimits } from "../formats/limits.ts";
import { embedderSchema, judgesSchema } from "./model-settings.ts";
import { variablesInput } from "./variables-input.ts";

const listOf = (what: string) =>
  z.array(z.string().min(1).max(8192)).max(1000).default([]).describe(what);

/** What the redactor leaves unchanged. */
const redactionSchema = z.strictObject({
  allow: z
    .strictObject({
      values: listOf("Values that are never replaced; `*` matches any characters"),
      names: listOf("Names of settings behind which nothing is a secret"),
      rules: listOf("Rules that do not apply, as `holdall redact --explain` names them"),
    })
    .prefault({})
    .describe("What stays in everything that is given out"),
});

/** Limits of bundles, whatever their format; the names are those of `--limit`. */
const limitsSchema = z.strictObject(
  Object.fromEntries(
    Object.entries(highestLimits).map(([name, most]) => [
      name,
      z.int().min(1).max(most).optional().describe(`At most ${most}`),
    ]),
  ),
);

/** A host waits for its hooks, and a person for the host; with less time a hook would do nothing. */
const hooksSchema = z.strictObject({
  timeout_ms: z.int().min(1000).max(600_000).default(5000).describe("Time that a hook may take"),
  keep_proven_claims: z
    .boolean()
    .default(false)
    .describe("Put claims in force without a review, if their session bears them out"),
});

/** How often the sessions of agents are kept by themselves. */
export const keepIntervals = ["1h", "1d"] as const;

/** A relative path would mean another folder wherever a timer starts this program. */
const absolutePath = () =>
  z.string().min(1).max(4096).refine(path.isAbsolute, "is not an absolute path");

/** How sessions are kept by themselves, where to and which; a path in here is the user's own. */
const keepSchema = z.strictObject({
  on: z.boolean().default(false).describe("Keep sessions by themselves; set by `holdall keep on`"),
  every: z.enum(keepIntervals).default("1h").describe("How often sessions are kept"),
  folder: absolutePath()
    .optional()
    .describe("Folder in which sessions are kept (default: `kept` in your data folder)"),
  seal: z
    .array(z.string().min(1).max(8192))
    .max(100)
    .optional()
    .describe("Recipients for whom what is kept is sealed (age1…, ssh-ed25519 …)"),
  skip_agents: z
    .array(z.enum(agentIds))
    .max(agentIds.length)
    .default([])
    .describe("Agents whose sessions are not kept"),
  skip_folders: z
    .array(absolutePath())
    .max(1000)
    .default([])
    .describe("Folders in which sessions are not kept, with everything below them"),
});

/** An agent's name with one wrong letter would silently be the name of another source. */
function refuseMistyped(servers: object, { addIssue }: z.RefinementCtx): void {
  for (const name of Object.keys(servers)) {
    const meant = agentIds.find((id) => editDistance(name.toLowerCase(), id) === 1);
    if (meant === undefined || isAgentId(name)) continue;
    const message = `"${name}" is no agent; did you mean "${meant}"? Otherwise choose a name that differs more`;
    addIssue({ code: "custom", path: [name], message });
  }
}

/**
 * Everything that the user's own `config.yaml` may contain, including network addresses, keys and
 * programs. It is read from the user's folder only, never from a project.
 */
export const userConfigSchema = z.strictObject({
  judges: judgesSchema.prefault({}).describe("Models that judge candidates of the state"),
  redaction: redactionSchema
    .prefault({})
    .describe("What is no secret although it looks like one; a project cannot allow anything"),
  limits: limitsSchema
    .prefault({})
    .describe("Limits of bundles that are read; a project cannot change any"),
  hooks: hooksSchema
    .prefault({})
    .describe("How long hooks may take, and what they put in force; a project cannot change it"),
  keep: keepSchema
    .prefault({})
    .describe("How sessions are kept by themselves; a project cannot change it"),
  embedder: embedderSchema.optional().describe("Server that ranks memory by meaning"),
  acp_servers: z
    .record(
      z.string().max(100),
      z.strictObject({
        command: z
          .array(z.string().min(1).max(4096))
          .min(1)
          .max(64)
          .describe("Program and arguments"),
        folders: z
          .array(z.string().min(1).max(4096))
          .min(1)
          .max(64)
          .optional()
          .describe("Folders of your home with its sessions and settings, of which it gets a copy"),
        live: z
          .boolean()
          .default(false)
          .describe(
            "Let it work on your own home folder instead of a copy; it may change sessions there",
          ),
        ...variablesInput,
      }),
    )
    .superRefine(refuseMistyped)
    .default({})
    .describe(
      "Programs that show sessions. Under the id of an agent: used by `handoff --prove` in place of the usual one. Under any other name: a source for `--acp`",
    ),
  model_controller: z
    .strictObject({
      command: z
        .array(z.string().min(1).max(4096))
        .min(1)
        .max(64)
        .describe("Program and arguments; the responsibility and the model are added"),
      ...variablesInput,
    })
    .optional()
    .describe("Program that switches the model of a responsibility when its policy enforces one"),
});

/** The user's own configuration, with defaults. */
export type UserConfig = z.infer<typeof userConfigSchema>;
