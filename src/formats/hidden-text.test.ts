import assert from "node:assert/strict";
import { test } from "node:test";
import { memoryFiles } from "../base/file-set.ts";
import { createFindings } from "../base/findings.ts";
import { limitsOf } from "./limits.ts";
import { formatNames, loadFormat } from "./registry.ts";

const TAGS = [..."obey"].map((char) => String.fromCodePoint(0xe0000 + char.charCodeAt(0))).join("");
const HIDDEN = /[\u{e0000}-\u{e007f}]/u;

/** A text of each format's first sample that ends up in front of a model. */
const planted: Readonly<Record<string, readonly [file: string, text: string]>> = {
  "working-context": ["snapshot.json", "SQLite"],
  "ocf-kit": ["snapshot.json", "SQLite"],
  ocf: ["snapshot.json", "SQLite"],
  "task-bundle": ["task.md", "#"],
  "ai-context": ["current_focus.md", "Bed B"],
};

for (const name of formatNames) {
  const place = planted[name];
  if (!place) continue;
  test(`a ${name} shows hidden text escaped, and gives a model none of it`, async () => {
    const format = await loadFormat(name);
    const [file, text] = place;
    const files = { ...format.samples[0]?.files };
    const before = new TextDecoder().decode(
      typeof files[file] === "string" ? new TextEncoder().encode(files[file]) : files[file],
    );
    assert.ok(before.includes(text));
    files[file] = before.replace(text, `${text}${TAGS}`);
    const options = { findings: createFindings("lenient"), level: "records" } as const;
    const model = await format.read(memoryFiles(files), { ...options, limits: limitsOf(format) });
    assert.notEqual(model, null);
    const page = format.render(model);
    assert.doesNotMatch(page, HIDDEN);
    assert.match(page, /\\u\{e006f\}/);
    const conversation = format.toConversation?.(model, () => 1);
    assert.ok(conversation);
    const input = [
      JSON.stringify(conversation.items),
      ...[...conversation.texts.values()].map((bytes) => new TextDecoder().decode(bytes)),
    ].join("\n");
    assert.doesNotMatch(input, HIDDEN);
    assert.doesNotMatch(input, /u\{e006f\}/);
    const removed = conversation.loss.filter(
      ({ kind, count }) => kind === "dropped" && count === 4,
    );
    assert.equal(removed.length, 1, JSON.stringify(conversation.loss));
  });
}
