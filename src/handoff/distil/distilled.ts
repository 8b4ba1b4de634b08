import * as z from "zod";

const entrySchema = z.object({
  text: z.string(),
  /** The number under which the model was shown what it cites, and its id in the transcript. */
  item: z.number().nullable(),
  item_id: z.string().nullable(),
  decision: z.enum(["admitted", "hypothesis", "reworded", "rejected"]),
  /** The gate's word, or what the item that it cites lacks. */
  reason: z.string(),
  id: z.string().nullable(),
  /** The entry that says the same, contradicts it, or was put into other words. */
  matched: z.string().nullable(),
});
/** What became of one entry that a model proposed. */
export type DistilledEntry = Readonly<z.infer<typeof entrySchema>>;

/** What became of everything that a model proposed, as operations report it. */
export const distilledSchema = z.object({
  model: z.string(),
  input_tokens: z.number().nullable(),
  output_tokens: z.number().nullable(),
  offered: z.number(),
  admitted: z.number(),
  hypotheses: z.number(),
  reworded: z.number(),
  rejected: z.number(),
  entries: z.array(entrySchema).readonly(),
});
/** What became of everything that a model proposed. */
export type Distilled = Readonly<z.infer<typeof distilledSchema>>;
