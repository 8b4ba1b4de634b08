import fs from "node:fs";
import path from "node:path";
import * as z from "zod";
import type { AgentPlaces } from "../agents/agent.ts";
import { HoldallError } from "../base/errors.ts";
import { createSha256 } from "../base/hash.ts";
import { bytesOfFile } from "../disk/folder.ts";
import { removeMade } from "./place-session.ts";

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
export async function recordHandoff(
  places: AgentPlaces,
  placed: { agent: string; session_id: string; at: Date; made: readonly string[] },
): Promise<void> {
  const target = recordPath(places, placed.session_id);
  const made = [];
  for (const file of placed.made) made.push({ path: file, sha256: await digestOf(file) });
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
export async function undoHandoff(
  places: AgentPlaces,
  id: string,
  isDry: boolean,
): Promise<HandoffRecord> {
  const target = recordPath(places, id);
  if (!fs.existsSync(target)) {
    throw new HoldallError("E_NOT_FOUND", `Cannot undo handoff "${id}": no record of it here`, {
      cure: "give the session id that the handoff printed",
    });
  }
  const record = readRecord(target, id);
  await refuseGrown(record, id);
  if (isDry) return record;
  removeMade(record.made.map(({ path: file }) => file));
  fs.rmSync(target);
  return record;
}

async function refuseGrown({ made }: HandoffRecord, id: string): Promise<void> {
  const grown: string[] = [];
  for (const { path: file, sha256 } of made) {
    if (sha256 === null || !fs.existsSync(file)) continue;
    if ((await digestOf(file)) !== sha256) grown.push(`"${file}"`);
  }
  if (grown.length === 0) return;
  const message = `Cannot undo handoff "${id}": ${grown.join(", ")} went on since`;
  throw new HoldallError("E_PROTECTED", message, {
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
  const hash = createSha256();
  for await (const chunk of bytesOfFile(file)) hash.update(chunk);
  return hash.digest("hex");
}
