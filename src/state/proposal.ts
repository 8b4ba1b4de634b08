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
  /** Why the session does not bear it out, in words; null when it does. */
  doubt: z.string().nullable().default(null),
});
/** A statement that waits for someone to keep it, edit it or skip it. */
export type Proposal = Readonly<z.infer<typeof proposalSchema>>;

const ID_LENGTH = 10;

const UNPROVEN = "u";

/** The id of a proposal: the same words are proposed to a state once, and once more if they are proven later. */
export function proposalId({ text, doubt }: Pick<Proposal, "text" | "doubt">): string {
  const id = sha256(collapseSpace(text).toLowerCase()).slice(0, ID_LENGTH);
  return doubt === null ? id : `${UNPROVEN}${id}`;
}

/** Whether a proposal with this id is unproven. */
export function isUnprovenId(id: string): boolean {
  return id.startsWith(UNPROVEN);
}
