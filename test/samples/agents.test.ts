import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { agents } from "../../src/agents/registry.ts";
import { namesOf } from "../../src/base/registry.ts";

const samples = process.env.HOLDALL_SAMPLES;
const skip = samples ? false : "HOLDALL_SAMPLES names no folder";

for (const name of namesOf(agents)) {
  test(`${name}: every sample is read with complete accounting`, { skip }, async (t) => {
    const { default: agent } = await agents[name]();
    let files = 0;
    let records = 0;
    let left = 0;
    for (const file of filesOf(name)) {
      const session = await agent.recognise(file).catch(() => null);
      if (session === null) {
        left++;
        continue;
      }
      const reading = await agent.read(await agent.open(session));
      const { accounting } = reading;
      const { transcript, opaque, lost } = accounting;
      assert.equal(transcript + opaque + lost, accounting.records, file);
      assert.ok(accounting.records > 0, file);
      const shown = new Set<string>();
      for await (const { source } of reading.items()) shown.add(`${source.file}:${source.line}`);
      assert.ok(shown.size <= transcript + opaque, file);
      files++;
      records += accounting.records;
    }
    assert.ok(files > 0, `no sample of ${name}`);
    t.diagnostic(`${name}: ${files} sessions read, ${records} records; ${left} files are none`);
  });
}

/** All files of an agent below the samples, hidden folders too. */
function filesOf(name: string): string[] {
  const other = { copilot: "agent-logs/copilot-cli" }[name] ?? `agent-logs/${name}`;
  return [other, `agent-recordings/${name}`]
    .map((folder) => path.join(samples ?? "", folder))
    .filter((folder) => fs.existsSync(folder))
    .flatMap((folder) => fs.readdirSync(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && entry.name !== "turns.json")
    .map((entry) => path.join(entry.parentPath, entry.name));
}
