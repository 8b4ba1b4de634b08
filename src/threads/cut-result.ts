import * as z from "zod";

/** A cut in an operation's output. */
export const cutSchema = () =>
  z.object({
    target_message_ordinal: z.number(),
    to_seq: z.number(),
    to_message_id: z.string(),
  });

/** A created checkpoint in an operation's output. */
export const createdSchema = () =>
  z.object({
    checkpoint_id: z.string(),
    cut_rule_id: z.string(),
    summary_artifact_id: z.string(),
    to_seq: z.number(),
    to_message_id: z.string(),
  });
