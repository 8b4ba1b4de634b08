import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { test } from "node:test";
import type { FoundSession, Reading } from "../../src/agents/agent.ts";
import { agents } from "../../src/agents/registry.ts";
import { namesOf } from "../../src/base/registry.ts";
import { transcriptItemSchema } from "../../src/model/transcript.ts";
import { writeAtif } from "../../src/transcripts/atif.ts";
import { atifSchema } from "../../src/transcripts/atif-schema.ts";
import { isAtif, readAtif } from "../../src/transcripts/read-atif.ts";

const samples = process.env.HOLDALL_SAMPLES;
const skip = samples ? false : "HOLDALL_SAMPLES names no folder";
/** Files of a session that are read with another, or of agents that we do not know. */
const beside =
  /\/(?:turns\.json|[^/]*\.meta\.json|projects\.json|subagents\/.*|other\/.*|chats\/[^/]{36}\/.*)$/;

function filesBelow(...folders: readonly string[]): string[] {
  return folders.flatMap((folder) => {
    const root = path.join(samples ?? "", folder);
    return fs
      .readdirSync(root, { recursive: true, encoding: "utf8" })
      .map((name) => path.join(root, name))
      .filter((file) => /\.(?:jsonl|json|db|zst)$/.test(file) && !beside.test(file))
      .sort();
  });
}

async function recognise(file: string) {
  for (const name of namesOf(agents)) {
    const { default: agent } = await agents[name]();
    const session: FoundSession | null = await agent.recognise(file);
    if (session !== null) return { agent, session };
  }
  return null;
}

async function assertAccounted(reading: Reading, file: string): Promise<void> {
  const { records, transcript, opaque, lost, by_type } = reading.accounting;
  assert.equal(transcript + opaque + lost, records, file);
  const sums = Object.values(by_type).map(
    (counts) => counts.transcript + counts.opaque + counts.lost,
  );
  assert.equal(
    sums.reduce((sum, each) => sum + each, 0),
    records,
    file,
  );
  const ids = new Set<string>();
  for await (const item of reading.items()) {
    const { error } = transcriptItemSchema.safeParse(item);
    assert.equal(error, undefined, `${file}: ${item.kind} ${item.id}`);
    assert.ok(!ids.has(item.id), `${file}: ${item.id} twice`);
    ids.add(item.id);
  }
}

test("every sample of an agent is read, every record accounted for", { skip }, async (context) => {
  const counts = new Map<string, number>();
  for (const file of filesBelow("agent-logs", "agent-recordings")) {
    if (file.includes("/atif/") || file.includes("native-json-storage")) continue;
    const known = await recognise(file);
    assert.ok(known, `nobody knows ${file}`);
    const { agent, session } = known;
    await assertAccounted(await agent.read(await agent.open(session)), file);
    counts.set(agent.name, (counts.get(agent.name) ?? 0) + 1);
  }
  assert.ok(counts.size >= 7);
  context.diagnostic(`files read: ${JSON.stringify(Object.fromEntries(counts))}`);
});

test("every sample trajectory is read, and written again as version 1.7", {
  skip,
}, async (context) => {
  const files = filesBelow("agent-logs/atif");
  for (const file of files) {
    const document: unknown = JSON.parse(fs.readFileSync(file, "utf8"));
    assert.ok(isAtif(document), file);
    const { header, items } = readAtif(document, path.basename(file));
    assert.ok(items.length > 0, file);
    const again = async function* () {
      yield* items;
    };
    const { trajectory } = await writeAtif(header, again());
    assert.equal(atifSchema.safeParse(trajectory).error, undefined, file);
  }
  assert.ok(files.length > 0);
  context.diagnostic(`${files.length} trajectories read`);
});
