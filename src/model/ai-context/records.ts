import * as z from "zod";
import { codedMessage, type RecordType, recordType } from "../../base/check-record.ts";
import { count, instantOf, name } from "../values.ts";

/**
 * UTC time as the format's readers accept it: to the minute or second; `-` instead of `:` for file
 * names.
 */
const TIME = /^(\d{4}-\d{2}-\d{2})T(\d{2})[:-](\d{2})(?:[:-](\d{2})(?:\.\d+)?)?Z$/;

/** The instant of a time in any accepted spelling, as nanoseconds since 1970; null when it is none. */
export function timeOf(text: string): bigint | null {
  const match = TIME.exec(text);
  if (!match) return null;
  const [, day, hour, minute, second = "00"] = match;
  return instantOf(`${day}T${hour}:${minute}:${second}Z`);
}

const notTime = codedMessage("E_TIME", "Not a UTC time");
const time = z
  .string()
  .regex(TIME, { error: notTime, abort: true })
  .refine((text) => timeOf(text) !== null, { error: notTime });

/**
 * Id of a responsibility or workspace. It also names a folder, so nothing that changes a path may
 * pass.
 */
const id = z.string().regex(/^(?!.{0,62}\.\.)[a-z0-9][a-z0-9_@.-]{0,63}$/, {
  error: codedMessage("E_SHAPE", "Not an id: up to 64 of a-z, 0-9, _, @, . and -, without '..'"),
});

/** A bundle's id names a folder as well. */
const bundleId = z.string().regex(/^(?!.{0,126}\.\.)[A-Za-z0-9][A-Za-z0-9_@.-]{0,127}$/, {
  error: codedMessage("E_SHAPE", "Not a bundle id: letters, digits, _, @, . and -, without '..'"),
});

const authorId = z.string().regex(/^(?:user:\S+|(?!.*\.\.)[a-z0-9][a-z0-9_@.-]{0,63})$/, {
  error: codedMessage("E_SHAPE", 'Must be a responsibility id, "steward" or "user:<id>"'),
});

const source = z
  .string()
  .regex(/^[A-Za-z0-9_.-]+:\S.*@[^\s@]+$/, {
    error: codedMessage("E_SHAPE", 'Must be "<kind>:<id>@<time>"'),
    abort: true,
  })
  .meta({ pattern: `^[A-Za-z0-9_.-]+:\\S.*@${TIME.source.slice(1)}` }) // Both checks as one.
  .refine((text) => timeOf(text.slice(text.lastIndexOf("@") + 1)) !== null, {
    error: codedMessage("E_TIME", "Does not end in a UTC time"),
  });

const digest = z
  .string()
  .regex(/^[0-9a-f]{64}$/, { error: codedMessage("E_SHAPE", "Must be a SHA-256 in lower hex") });

/** Who wrote a file. */
export const authors = ["human", "ai", "hybrid"] as const;

/** What a file is for. */
export const contextRoles = [
  "kernel",
  "guardrail",
  "persona",
  "mandate_definition",
  "mandate_run",
  "request",
  "long_term_memory",
  "short_term_memory",
  "report",
  "ui_view",
  "log",
  "scratch",
] as const;

const frontMatter = z.object({
  authored_by: z.enum(authors),
  author_id: authorId,
  created_at: time,
  updated_at: time,
  source,
  context_role: z.enum(contextRoles),
  responsibility_id: id.nullish(),
  workspace_id: id.nullish(),
  bundle_file: name.nullish(),
  update_mode: z.enum(["refresh", "append"]).nullish(),
  content_sha256: digest.nullish(),
  inputs: z.array(z.object({ ref: name, sha256: digest })).nullish(),
});

const modelPreferences = z.object({
  preferred_model: name,
  fallback_models: z.array(name).nullish(),
  capability_overrides: z.array(z.object({ mandate: name, required_model: name })).nullish(),
  last_detected_model: name.nullish(),
  enforcement_mode: z.enum(["enforce", "monitor"]).nullish(),
  action_required: name.nullish(),
  last_checked_at: time.nullish(),
  guardrail_clause: name.nullish(),
});

/** The steps of ingestion, in the only order there is. */
export const ingestionStatuses = ["pending", "registered", "dispatched", "retired"] as const;
const status = z.enum(ingestionStatuses);

const metadata = z.object({
  origin: z.enum(["workspace_ingestion", "user_cli", "system_derived"]),
  primary_responsibilities: z.array(id),
  suggested_responsibilities: z.array(id),
  scope: name,
  bundle_ids: z.array(bundleId).min(1),
  ingestion_status: status,
  workspace_id: id.nullish(),
  created_at: time.nullish(),
  updated_at: time.nullish(),
  content: z
    .array(
      z.object({
        path: z.string(),
        sha256: digest,
        bytes: count.nullish(),
        lines: count.nullish(),
      }),
    )
    .nullish(),
  lineage_artifact_ids: z.array(name).nullish(),
  review: z
    .object({
      decision: z.string(),
      reason: z.string().nullish(),
      at: time.nullish(),
      by: z.string().nullish(),
    })
    .nullish(),
  status_history: z
    .array(
      z.object({
        from: z.enum(["none", ...ingestionStatuses]).nullish(),
        to: status,
        at: time,
        by: z.string(),
        rfa_ids: z.array(z.string()).nullish(),
        memory: z.string().nullish(),
      }),
    )
    .nullish(),
});

/** Where a curated file comes from and what it is for. */
export type FrontMatter = z.infer<typeof frontMatter>;
/** Which models a responsibility may be served by. */
export type ModelPreferences = z.infer<typeof modelPreferences>;
/** What a bundle says about itself in `bundle.yaml`. */
export type Metadata = z.infer<typeof metadata>;

/** The provenance at the top of every curated file. */
export const frontMatterType: RecordType<FrontMatter> = recordType(frontMatter, {
  unknownKeys: "ignored",
  description: "The front matter of a curated Markdown file: who wrote it, when, from what",
});

/** The policy fields of `model_preferences.md`, under their canonical names. */
export const modelPreferencesType: RecordType<ModelPreferences> = recordType(modelPreferences, {
  unknownKeys: "ignored",
  description: "The models a responsibility prefers, allows and was last seen with",
});

/** The content of `bundle.yaml`. */
export const metadataType: RecordType<Metadata> = recordType(metadata, {
  unknownKeys: "ignored",
  description: "Metadata of a curated context bundle and its status in the ingestion",
});
