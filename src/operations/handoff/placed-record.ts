import fs from "node:fs";
import path from "node:path";
import { Readable } from "node:stream";
import * as z from "zod";
import type { AgentPlaces, Placed } from "../../agents/agent.ts";
import { HoldallError } from "../../base/errors.ts";
import { digestFile } from "../../disk/digest-file.ts";
import type { UndoLog } from "../../disk/undo-log.ts";
import { placeText } from "./place-text.ts";

/** What a handoff placed, so that it can be taken back and nothing else. */
const recordSchema = z.object({
  version: z.literal(1),
  agent: z.string(),
  session_id: z.string(),
  at: z.string(),
  /** The session itself. */
  path: z.string().optional(),
  made: z.array(z.object({ path: z.string(), sha256: z.string().nullable() })),
});
/** What a handoff placed. */
export type HandoffRecord = z.infer<typeof recordSchema>;

function recordPath({ home, env }: AgentPlaces, id: string): string {
  const state = env.XDG_STATE_HOME || path.join(home, ".local", "state");
  return path.join(state, "holdall", "handoffs", `${id.replace(/[^\w.-]/g, "_")}.json`);
}

/** Notes what was placed; the note itself is made, too. */
export async function recordHandoff(
  places: AgentPlaces,
  placed: Pick<Placed, "session_id" | "path" | "made"> & { agent: string; at: Date },
  made: UndoLog,
): Promise<void> {
  const target = recordPath(places, placed.session_id);
  const files = [];
  for (const file of placed.made) files.push({ path: file, sha256: await digestOf(file) });
  const record: HandoffRecord = {
    version: 1,
    agent: placed.agent,
    session_id: placed.session_id,
    at: placed.at.toISOString(),
    path: placed.path,
    made: files,
  };
  await placeText(target, Readable.from([`${JSON.stringify(record, null, 2)}\n`]), made);
}

/** What a handoff placed, as it was noted, and the note itself. */
export function findRecord(
  places: AgentPlaces,
  id: string,
): { readonly record: HandoffRecord; readonly file: string } {
  const file = recordPath(places, id);
  if (!fs.existsSync(file)) {
    throw new HoldallError("E_NOT_FOUND", `Cannot undo handoff "${id}": no record of it here`, {
      cure: "give the session id that the handoff printed",
    });
  }
  return { record: readRecord(file, id), file };
}

/** Refuses to take back a session to whose files something was added since. */
export async function refuseGrown({ made, session_id }: HandoffRecord): Promise<void> {
  const grown: string[] = [];
  for (const { path: file, sha256 } of made) {
    if (sha256 === null || !fs.existsSync(file)) continue;
    if ((await digestOf(file)) !== sha256) grown.push(`"${file}"`);
  }
  if (grown.length > 0) throw wentOn(session_id, grown.join(", "));
}

/** The refusal to take back what is no longer only ours. */
export function wentOn(id: string, what: string): HoldallError {
  return new HoldallError("E_PROTECTED", `Cannot undo handoff "${id}": ${what} went on since`, {
    cure: "it is the receiver's own session now; delete it there",
  });
}

function readRecord(target: string, id: string): HandoffRecord {
  try {
    return recordSchema.parse(JSON.parse(fs.readFileSync(target, "utf8")));
  } catch (cause) {
    throw new HoldallError("E_JSON", `Cannot undo handoff "${id}": its record is damaged`, {
      cause,
      cure: `remove the session by hand, then "${target}"`,
    });
  }
}

/** The SHA-256 of a file; null for a folder. */
async function digestOf(file: string): Promise<string | null> {
  if (fs.statSync(file).isDirectory()) return null;
  return (await digestFile(file)).sha256;
}
