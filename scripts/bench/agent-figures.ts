import { createReadStream } from "node:fs";
import { join } from "node:path";
import { writeSession, writtenAgents } from "./agent-session.ts";
import type { Figure } from "./figure.ts";
import { peakOf, timeOf } from "./measure.ts";
import { readSession } from "./read-session.ts";

const SESSION_BYTES = 200_000_000;
const MAX_MEMORY = 250_000_000;
const CHUNK = 256 * 1024;
const NEWLINE = 10;
const reader = join(import.meta.dirname, "read-session.ts");

/** What reading agents' sessions may cost. */
export const agentFigures: readonly Figure[] = writtenAgents.flatMap((agent) => [
  {
    name: `${agent} session of 200 MB, indexed and accounted for / JSON.parse of its lines`,
    unit: "time",
    limit: 1.5,
    rounds: 15,
    byRound: true,
    prepare: async (folder) => {
      const path = await writeSession(agent, join(folder, "session.jsonl"), SESSION_BYTES);
      return {
        ours: timeOf(() => readSession(agent, path)),
        rival: timeOf(() => parseLines(path)),
      };
    },
  },
  {
    name: `memory for a ${agent} session of 200 MB / 250 MB`,
    unit: "memory",
    limit: 1,
    rounds: 2,
    prepare: async (folder) => {
      const path = await writeSession(agent, join(folder, "session.jsonl"), SESSION_BYTES);
      const argv = [process.execPath, reader, agent, path] as const;
      return { ours: peakOf({ argv: [...argv] }, folder), rival: MAX_MEMORY };
    },
  },
]);

/** What nobody can do without: reading, splitting into lines, parsing each. */
async function parseLines(path: string): Promise<number> {
  let rest: Buffer = Buffer.alloc(0);
  let count = 0;
  for await (const chunk of createReadStream(path, { highWaterMark: CHUNK })) {
    const block: Buffer = Buffer.concat([rest, chunk]);
    let start = 0;
    for (let end = block.indexOf(NEWLINE); end !== -1; end = block.indexOf(NEWLINE, start)) {
      JSON.parse(block.toString("utf8", start, end));
      count++;
      start = end + 1;
    }
    rest = block.subarray(start);
  }
  return count;
}
