import assert from "node:assert/strict";
import fs from "node:fs";
import { test } from "node:test";
import o200k from "./o200k-base.ts";
import textPieces from "./text-pieces.ts";

const lists = Array.from(
  { length: 40 },
  (_, index) =>
    `- [req_2026-11-${index}_flag](queue/inbox/req_2026-11-${index}_flag.md) p50 pending from build_cos: Describe --dry-run (due 2026-11-30T23:59:59Z)`,
).join("\n");

const texts = {
  prose: fs.readFileSync("docs/curator.md", "utf8"),
  reference: fs.readFileSync("docs/reference/context.md", "utf8"),
  lists,
  german: "Änderungen an Rechnungen über 1.200 € müssen freigegeben werden.\n".repeat(20),
  japanese: "請求書は1,200円まで承認できます。\n".repeat(20),
};

test("text_pieces_v1 counts no less than o200k_base, and not much more", () => {
  for (const [name, text] of Object.entries(texts)) {
    const exact = o200k.count(text);
    const counted = textPieces.count(text);
    assert(counted >= exact, `${name}: ${counted} of ${exact}`);
    assert(counted <= 1.7 * exact, `${name}: ${counted} of ${exact}`);
  }
});

test("text_pieces_v1 counts no less in parts than in the whole", () => {
  const lines = texts.prose.split("\n").map((line) => `${line}\n`);
  const parts = lines.reduce((sum, line) => sum + textPieces.count(line), 0);
  assert(parts >= textPieces.count(texts.prose));
});
