import * as z from "zod";
import { HoldallError } from "../../base/errors.ts";
import { trimEndOf } from "../../base/text/trim-end.ts";
import { integer } from "../../runtime/integer.ts";
import { readMoment } from "../../runtime/moment.ts";
import { keepSecretsInput } from "../../runtime/redaction.ts";
import { acpInput } from "../../sessions/acp/acp-input.ts";
import type { Place } from "../../transcripts/find-bounds.ts";
import { isOfWindows, type PathReplacement } from "../replace-paths.ts";
import type { WantedBack } from "../restore-dropped.ts";
import { claimsInput } from "./claims-input.ts";

/** What a handoff is asked for with. */
export const handoffInput = z.object({
  from: z
    .string()
    .optional()
    .describe(
      "Source: an agent, last, a session's id, title or number in the list, a path, or an address (see push)",
    )
    .meta({ completes: ["agent", "session", "path"], address: true }),
  to: z
    .string()
    .optional()
    .describe("Receiver: an agent, or a path to write to")
    .meta({ completes: ["agent", "path"] }),
  session: z
    .string()
    .optional()
    .describe("Session of FROM (default: its newest in this folder)")
    .meta({ completes: "session" }),
  ...acpInput,
  into: z
    .string()
    .optional()
    .describe(
      "Project folder in which the receiver will work (default: that of a session of another project, else the current one)",
    ),
  budget: integer(500).optional().describe("Maximum size in tokens (default: everything)"),
  since: z
    .string()
    .optional()
    .describe(
      "Hand over only what follows: a message as #12 of `show`, or a time as 2d or 2026-01-31",
    ),
  until: z.string().optional().describe("Hand over nothing later than this message or time"),
  ...claimsInput(
    "Claims about the session to begin the note with, each only if the session bears it out",
    "those of the workspace",
  ),
  "restore-dropped": z
    .string()
    .optional()
    .describe(
      "Put what the last compaction dropped into the note: all, or numbers of `show --dropped` as 12,40",
    ),
  all: z
    .boolean()
    .default(false)
    .describe(
      "Hand over every session of FROM, an agent or a folder; --since 30d: only those written to since",
    ),
  update: z
    .boolean()
    .default(false)
    .describe("Hand over only what is new since the last handoff of this session to this agent"),
  map: z
    .array(z.string())
    .default([])
    .describe("Replace the path OLD by NEW in the conversation (OLD=NEW)"),
  redact: z
    .boolean()
    .default(false)
    .describe("Replace secrets even if the receiver is the same agent"),
  "no-redact": z.boolean().default(false).describe("Same as --keep-secrets"),
  ...keepSecretsInput,
  "keep-settings": z
    .boolean()
    .default(false)
    .describe(
      "Also carry the session's permissions, agent, model and instructions (only of your own session, to the same agent)",
    )
    .meta({ by: "person" }),
  thinking: z
    .boolean()
    .default(false)
    .describe("Also hand over what the source model thought, as text"),
  "dry-run": z.boolean().default(false).describe("Show what would happen, and change nothing"),
  wait: z.boolean().default(false).describe("Wait until the session is no longer written to"),
  force: z.boolean().default(false).describe("Replace a bundle, page or trajectory at the path TO"),
  prove: z
    .boolean()
    .default(false)
    .describe("Let the receiver's own program show the session, and compare; no model is asked"),
  launch: z
    .boolean()
    .default(false)
    .describe("Start the receiver afterwards")
    .meta({ by: "terminal" }),
  undo: z
    .string()
    .optional()
    .describe("Undo a handoff: last, or the id that it printed, or a prefix of it"),
  list: z.boolean().default(false).describe("List the handoffs that can be undone"),
});
/** What a handoff is asked for with. */
export type HandoffInput = z.infer<typeof handoffInput>;

/** Whether the session is wanted as it is: all of it, with the paths that it names. */
export function keepsSessionAsIs({
  since,
  until,
  budget,
  map,
}: Pick<HandoffInput, "since" | "until" | "budget" | "map">): boolean {
  return [since, until, budget].every((bound) => bound === undefined) && map.length === 0;
}

/** `--since` and `--until`: a number as `show` prints it, a time as `search` takes it, or the id of a message. */
export function parsePlace(text: string | undefined, now: Date): Place | null {
  if (text === undefined) return null;
  const number = /^#?(\d{1,9})$/.exec(text)?.[1];
  if (number !== undefined) return { number: Number(number) };
  const time = readMoment(text, now);
  return time === null ? { id: text } : { time };
}

/** `--restore-dropped all`, or numbers as `show --dropped` prints them. */
export function parseWantedBack(text: string): WantedBack {
  if (text === "all") return text;
  const numbers = text.split(",").map((part) => /^\s?#?(\d{1,9})\s?$/.exec(part)?.[1]);
  if (numbers.every((number) => number !== undefined)) return numbers.map(Number);
  throw new HoldallError("E_USAGE", `Cannot restore "${text}": it is neither "all" nor numbers`, {
    cure: "for example --restore-dropped 12,40; `holdall show FROM --dropped` lists the numbers",
  });
}

/** `--map OLD=NEW`. */
export function parseMap(text: string): PathReplacement {
  const at = text.indexOf("=");
  const old = withoutLastSeparator(text.slice(0, Math.max(0, at)));
  const next = text.slice(at + 1);
  if (old !== "" && next !== "") return [old, withoutLastSeparator(next)];
  const state = /^\/+=/.test(text)
    ? "every path would be replaced"
    : "it is not of the form OLD=NEW";
  throw new HoldallError("E_USAGE", `Cannot map "${text}": ${state}`, {
    cure: "for example --map /home/rosa/tides=/srv/tides",
  });
}

function withoutLastSeparator(path: string): string {
  return trimEndOf(path, isOfWindows(path) ? "/\\" : "/");
}
