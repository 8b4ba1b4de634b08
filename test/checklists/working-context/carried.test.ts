import assert from "node:assert/strict";
import { test } from "node:test";
import { memoryFiles, treeFiles } from "../../../src/base/file-set.ts";
import { readBytes } from "../../../src/base/text.ts";
import { convertBundle } from "../../../src/bundles/convert/convert.ts";
import { type FormatName, loadFormat } from "../../../src/formats/registry.ts";
import { edit, type Files } from "../../support/check.ts";
import { ocf, workingContext } from "../../support/state-bundles.ts";
import { readState } from "../../support/states.ts";

const CARRIED = "history/carried.json";

/** A bundle said in another format, as files that can be edited, and what the conversion said. */
async function say(files: Files, from: FormatName, to: FormatName, budget: number | null = null) {
  const source = await readState(await loadFormat(from), memoryFiles(files), "lenient");
  const options = { budget, countTokens: (text: string) => text.length };
  const { tree, loss } = await convertBundle(source, await loadFormat(to), options);
  const said: Record<string, string> = {};
  for await (const entry of treeFiles(tree).entries()) {
    said[entry.path] = Buffer.from(await readBytes(entry, 2 ** 24)).toString();
  }
  return { files: said, loss, findings: source.findings.list().map(({ code }) => code) };
}

test("13: an entry that was edited since the conversion keeps its edit, and the report says so", async () => {
  const odd = edit(
    ocf,
    "snapshot.json",
    '"tokens": 4',
    '"tokens": 4, "author_id": "mira", "x": 1.0',
  );
  const there = await say(odd, "ocf", "working-context");
  const edited = edit(there.files, "snapshot.json", "metres only", "metres and feet");
  const home = await say(edited, "working-context", "ocf");
  assert.match(home.files["snapshot.json"] ?? "", /metres and feet/);
  assert.match(home.files["snapshot.json"] ?? "", /"x": 1\.0/);
  assert.equal(home.loss.changed, 1);
  assert.match(home.loss.items[0]?.where ?? "", /shared\/a/);
});

test("13: entries and trail lines that were added or removed since then stay so", async () => {
  const line = '{"ts":"2026-03-01T10:00:00Z","unit_ref":"u","admitted":false,"score":0.1}\n';
  const source = { ...ocf, "qualify.jsonl": `${ocf["qualify.jsonl"]}${line}` };
  const there = await say(source, "ocf", "working-context");
  const removed = await say({ ...there.files, "lifecycle.jsonl": "" }, "working-context", "ocf");
  assert.equal(removed.files["qualify.jsonl"], line, "only the line that was carried is left");
  const first = String(there.files["lifecycle.jsonl"]);
  const more = `${first}${first.replace('"a"', '"new"')}`;
  const added = await say({ ...there.files, "lifecycle.jsonl": more }, "working-context", "ocf");
  assert.match(added.files["qualify.jsonl"] ?? "", /"record_id":"new"/);
});

test("13: a state that grew over its budget is not given back, unless it gets another budget", async () => {
  const small = edit(workingContext, "snapshot.json", "4096", "8");
  const there = await say(small, "working-context", "ocf-kit");
  const grown = edit(there.files, "snapshot.json", "metres only", "metres only, and never in feet");
  await assert.rejects(say(grown, "ocf-kit", "working-context"), { code: "E_OVER_BUDGET" });
  const home = await say(grown, "ocf-kit", "working-context", 500);
  assert.match(home.files["snapshot.json"] ?? "", /"budget_tokens": 500/);
});

const spoiled: Readonly<Record<string, (text: string) => string>> = {
  "is not JSON": () => "{",
  "was made for another format": (text) =>
    text.replace('"to": "working-context"', '"to": "ocf-kit"'),
  "names a format that nobody knows": (text) => text.replace('"from": "ocf"', '"from": "toString"'),
  "names a format without a state": (text) =>
    text.replace('"from": "ocf"', '"from": "task-bundle"'),
  "gives back nonsense": (text) => text.replace('"slots": [', '"slots": 7, "y": ['),
};

for (const [what, spoil] of Object.entries(spoiled)) {
  test(`13: carried data that ${what} is not used, with a warning`, async () => {
    const there = await say(ocf, "ocf", "working-context");
    const carried = spoil(there.files[CARRIED] ?? "");
    assert.notEqual(carried, there.files[CARRIED]);
    const home = await say({ ...there.files, [CARRIED]: carried }, "working-context", "ocf");
    assert.ok(home.findings.includes("W_CARRIED"));
    assert.match(home.files["snapshot.json"] ?? "", /metres only/);
  });
}
