import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import * as z from "zod";
import type { AgentPlaces } from "../agents/agent.ts";
import { HoldallError } from "../base/errors.ts";

/** What a handoff placed, so that it can be taken back and nothing else. */
const recordSchema = z.object({
  version: z.literal(1),
  agent: z.string(),
  session_id: z.string(),
  at: z.string(),
  made: z.array(z.object({ path: z.string(), sha256: z.string().nullable() })),
});
/** What a handoff placed. */
export type HandoffRecord = z.infer<typeof recordSchema>;

function recordPath({ home, env }: AgentPlaces, id: string): string {
  const state = env.XDG_STATE_HOME || path.join(home, ".local", "state");
  return path.join(state, "holdall", "handoffs", `${id.replace(/[^\w.-]/g, "_")}.json`);
}

/** Notes what was placed. */
export function recordHandoff(
  places: AgentPlaces,
  placed: { agent: string; session_id: string; at: Date; made: readonly string[] },
): void {
  const target = recordPath(places, placed.session_id);
  const made = placed.made.map((file) => ({ path: file, sha256: digestOf(file) }));
  const record: HandoffRecord = {
    version: 1,
    agent: placed.agent,
    session_id: placed.session_id,
    at: placed.at.toISOString(),
    made,
  };
  fs.mkdirSync(path.dirname(target), { recursive: true, mode: 0o700 });
  fs.writeFileSync(target, `${JSON.stringify(record, null, 2)}\n`, { mode: 0o600 });
}

/** Takes back exactly what a handoff placed; a file that went on since is kept. */
export function undoHandoff(places: AgentPlaces, id: string, isDry: boolean): HandoffRecord {
  const target = recordPath(places, id);
  if (!fs.existsSync(target)) {
    throw new HoldallError("E_NOT_FOUND", `Cannot undo handoff "${id}": no record of it here`, {
      cure: "give the session id that the handoff printed",
    });
  }
  const record = readRecord(target, id);
  const grown = record.made.filter(({ path: file, sha256 }) => {
    return sha256 !== null && fs.existsSync(file) && digestOf(file) !== sha256;
  });
  if (grown.length > 0) {
    const which = grown.map(({ path: file }) => `"${file}"`).join(", ");
    throw new HoldallError("E_PROTECTED", `Cannot undo handoff "${id}": ${which} went on since`, {
      cure: "it is the receiver's own session now; delete it there",
    });
  }
  if (isDry) return record;
  for (const { path: file, sha256 } of record.made.toReversed()) removeMade(file, sha256 === null);
  fs.rmSync(target);
  return record;
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

function removeMade(file: string, isFolder: boolean): void {
  if (!fs.existsSync(file)) return;
  if (!isFolder) fs.rmSync(file);
  else if (fs.readdirSync(file).length === 0) fs.rmdirSync(file); // Others may have moved in.
}

/** The SHA-256 of a file; null for a folder. */
function digestOf(file: string): string | null {
  if (fs.statSync(file).isDirectory()) return null;
  const hash = createHash("sha256");
  const handle = fs.openSync(file, "r");
  try {
    const buffer = Buffer.alloc(1 << 20);
    for (let read = 1; read > 0; ) {
      read = fs.readSync(handle, buffer);
      hash.update(buffer.subarray(0, read));
    }
  } finally {
    fs.closeSync(handle);
  }
  return hash.digest("hex");
}
