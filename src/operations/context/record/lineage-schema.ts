import * as z from "zod";

/** An artifact of the lineage in an operation's output. */
export const artifactSchema = () =>
  z.object({
    id: z.string(),
    responsibility_id: z.string(),
    artifact_type: z.string(),
    uri: z.string(),
    source_type: z.string(),
    source_id: z.string(),
    created_at: z.string(),
    metadata_json: z.string().nullable(),
  });

/** A link of the lineage in an operation's output. */
export const linkSchema = () =>
  z.object({
    id: z.number(),
    responsibility_id: z.string(),
    input_artifact_id: z.string(),
    output_artifact_id: z.string(),
    tool_name: z.string(),
    guardrail_clause: z.string(),
    created_at: z.string(),
  });

/** The id of an artifact. */
export const artifactIdInput = z.string().min(1).max(256).describe("Id of the artifact");
