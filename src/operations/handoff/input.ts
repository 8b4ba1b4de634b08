import * as z from "zod";
import { HoldallError } from "../../base/errors.ts";
import type { Since } from "../../transcripts/in-force.ts";
import { integer } from "../operation/integer.ts";
import { distilInput } from "./distil-input.ts";

/** What a handoff is asked for with. */
export const handoffInput = z.object({
  from: z
    .string()
    .optional()
    .describe("Who hands over: a path, an agent (claude, codex …), or a session id"),
  to: z.string().optional().describe("Who goes on: an agent, or a path to write to"),
  session: z.string().optional().describe("Session of FROM; else its newest in this folder"),
  into: z.string().optional().describe("Project folder in which the receiver will work; else here"),
  budget: integer(500).optional().describe("Tokens the receiver gets at most; else everything"),
  since: z.string().optional().describe("Hand over from this time or message on"),
  map: z.array(z.string()).default([]).describe("OLD=NEW: replace a path in what is handed over"),
  redact: z.boolean().default(false).describe("Replace secrets also for the same agent"),
  "no-redact": z
    .boolean()
    .default(false)
    .describe("Leave secrets as they are; whoever gets it gets them too"),
  "dry-run": z.boolean().default(false).describe("Only say what would happen"),
  wait: z.boolean().default(false).describe("Wait until the session is no longer written to"),
  force: z.boolean().default(false).describe("Replace a bundle, page or trajectory at the path TO"),
  launch: z.boolean().default(false).describe("Start the receiver at once"),
  undo: z.string().optional().describe("Take back what the handoff with this session id placed"),
  ...distilInput,
});
/** What a handoff is asked for with. */
export type HandoffInput = z.infer<typeof handoffInput>;

/** Whether the session is wanted as it is: all of it, with the paths that it names. */
export function asksForAll({
  since,
  budget,
  map,
}: Pick<HandoffInput, "since" | "budget" | "map">): boolean {
  return since === undefined && budget === undefined && map.length === 0;
}

/** `--since`: a time when it reads as one, else the id of a message. */
export function parseSince(words: string | undefined): Since {
  if (words === undefined) return {};
  const time = /^\d{4}-\d\d-\d\d/.test(words) ? Date.parse(words) : Number.NaN;
  return Number.isNaN(time) ? { id: words } : { time: new Date(time) };
}

/** `--map OLD=NEW`. */
export function parseMap(words: string): readonly [string, string] {
  const at = words.indexOf("=");
  const [old, next] = [words.slice(0, at), words.slice(at + 1)];
  if (at > 0 && next !== "") return [old.replace(/\/+$/, ""), next.replace(/\/+$/, "")];
  throw new HoldallError("E_USAGE", `Cannot map "${words}": it is not of the form OLD=NEW`, {
    cure: "for example --map /home/rosa/tides=/srv/tides",
  });
}
