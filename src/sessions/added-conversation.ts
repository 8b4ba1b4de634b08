import fs from "node:fs";
import type { Agent } from "../agents/agent.ts";
import { isAgentId, loadAgent } from "../agents/registry.ts";
import { createSha256 } from "../base/hash.ts";
import { isObject } from "../base/json/value.ts";

/** A file as it was placed, and the agent whose session it is. */
interface PlacedSession {
  readonly agent: string;
  readonly path: string;
  readonly sha256: string;
}

/**
 * Whether something was done in a session since it was placed. A program that only opens one may add records, such as
 * its settings: as long as the file begins with what was placed, and all that follows are records of kinds that the
 * agent never counts as conversation, nobody has continued it.
 */
export async function isUsed({ agent: name, path, sha256 }: PlacedSession): Promise<boolean> {
  const added = await addedLines(path, sha256);
  if (added === null || !added.lines.every(isRecord) || !isAgentId(name)) return true;
  const agent = await loadAgent(name);
  const records = await recordsAfter(agent, path, added.after);
  return (
    records === null || added.lines.some((_, at) => records.get(added.after + at + 1) !== true)
  );
}

/** The lines after those that have a digest, and how many those are; null when the file does not begin with them. */
async function addedLines(path: string, sha256: string) {
  const digest = createSha256();
  const added: string[] = [];
  let placed: number | null = null;
  let count = 0;
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of fs.createReadStream(path)) {
    let bytes = Buffer.concat([rest, chunk]);
    for (let end = bytes.indexOf(0x0a); end >= 0; end = bytes.indexOf(0x0a)) {
      const line = bytes.subarray(0, end + 1);
      bytes = bytes.subarray(end + 1);
      if (placed !== null) {
        added.push(line.toString("utf8"));
        continue;
      }
      count++;
      digest.update(line);
      if (digest.copy().digest("hex") === sha256) placed = count;
    }
    rest = bytes;
  }
  const isComplete = rest.length === 0;
  return placed === null || !isComplete ? null : { after: placed, lines: added };
}

function isRecord(line: string): boolean {
  try {
    return isObject(JSON.parse(line));
  } catch {
    return false;
  }
}

/** Lines of the main file after another one, each with whether it is only a record beside the conversation. */
async function recordsAfter(agent: Agent, path: string, after: number) {
  const session = await agent.recognise(path);
  if (session === null) return null;
  const source = await agent.open(session);
  const [main] = source.files;
  const lines = new Map<number, boolean>();
  for await (const item of (await agent.read(source)).items()) {
    const { file, line, type } = item.source;
    if (file !== main?.path || line <= after) continue;
    const isBeside =
      item.kind === "opaque" && !item.is_unknown && agent.kinds.roleOf(type) !== "conversation";
    lines.set(line, isBeside && lines.get(line) !== false);
  }
  return lines;
}
