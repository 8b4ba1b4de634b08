import fs from "node:fs";
import path from "node:path";
import { HoldallError } from "../../base/errors.ts";
import type { Handoff } from "../../handoff/prepare.ts";
import type { OperationContext } from "../operation/operation.ts";
import { changedSince } from "./changed-since.ts";
import { type HandoffInput, parseMap, parseSince } from "./input.ts";
import type { Giver } from "./source.ts";

/** What is handed over, as far as it does not depend on who gets it. */
export function requestOf(context: OperationContext, given: HandoffInput, giver: Giver) {
  return {
    reading: giver.reading,
    from: giver,
    lost: lostPlaces(giver),
    since: parseSince(given.since),
    budget: given.budget ?? null,
    map: given.map.map(parseMap),
    cwd: folderFor(context, given),
    now: context.now(),
    changedSince,
  };
}

/** The project folder in which the receiver will work. */
export function folderFor(context: OperationContext, { into }: HandoffInput): string {
  const folder = path.resolve(context.cwd, into ?? ".");
  if (fs.statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return fs.realpathSync(folder);
  throw new HoldallError("E_NOT_FOUND", `Cannot hand over into "${into}": it is not a folder`, {
    cure: "make the folder first, or name another with --into",
  });
}

/** Where records stand that the reader could not read. */
function lostPlaces({ reading }: Giver): readonly string[] {
  return reading.findings
    .filter(({ code, line }) => line !== null && UNREAD.has(code))
    .map(({ file, line }) => `${file}:${line}`);
}

const UNREAD = new Set(["W_JSONL_LINE", "W_TORN_LINE", "E_JSONL_LINE", "E_UTF8", "E_JSON"]);

/** Refuses what nobody could go on with. */
export function assertFound(
  { found, isEmpty }: Handoff,
  { session_id }: Giver,
  { since }: HandoffInput,
): void {
  if (!found) {
    throw new HoldallError("E_NOT_FOUND", `Cannot hand over since "${since}": no such message`, {
      cure: "give a time such as 2026-01-31T08:00Z, or the id of a message",
    });
  }
  if (!isEmpty) return;
  const state =
    since === undefined ? "nothing was said in it" : `nothing was said since "${since}"`;
  throw new HoldallError("E_EMPTY", `Cannot hand over session "${session_id}": ${state}`, {
    cure:
      since === undefined
        ? "choose another with --session; `holdall sessions` lists them"
        : "give an earlier time or message, or leave --since out",
  });
}
