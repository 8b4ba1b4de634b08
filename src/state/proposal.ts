import * as z from "zod";
import { sha256 } from "../base/hash.ts";
import { collapseSpace } from "../base/text/one-line.ts";
import { citationSchema } from "../model/citation.ts";

/** A statement that waits for someone to keep it, edit it or skip it. */
export const proposalSchema = z.object({
  id: z.string(),
  text: z.string(),
  slot: z.string(),
  /** Whether it was in force, done, asked or open at the end of its session. */
  status: z.string(),
  /** When the cited item was written. */
  written_at: z.string().nullable(),
  citation: citationSchema,
  /** Who found it: "rules", or the name of a model. */
  source: z.string(),
});
/** A statement that waits for someone to keep it, edit it or skip it. */
export type Proposal = Readonly<z.infer<typeof proposalSchema>>;

const ID_LENGTH = 10;

/** The id of a proposal: the same words are proposed to a state once. */
export function proposalId(text: string): string {
  return sha256(collapseSpace(text).toLowerCase()).slice(0, ID_LENGTH);
}
