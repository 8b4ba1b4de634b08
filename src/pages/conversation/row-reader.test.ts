import assert from "node:assert/strict";
import { test } from "node:test";
import { makeScratch } from "../../../test/support/scratch.ts";
import type { TranscriptItem } from "../../model/transcript.ts";
import { listPrices } from "../../tasks/read/list-prices.ts";
import { createRowFile } from "./row-file.ts";
import { createRowReader } from "./row-reader.ts";

const common = { at: null, thread: null, branch: null, refs: [], model: null };

function message(text: string): TranscriptItem {
  const facts = { kind: "message", role: "user", text, attachments: [], id: text.slice(0, 20) };
  return { ...common, ...facts } as unknown as TranscriptItem;
}

function call(call_id: string): TranscriptItem {
  const facts = { kind: "tool_call", call_id, name: "Bash", arguments: { command: call_id } };
  return { ...common, ...facts, id: call_id } as unknown as TranscriptItem;
}

function result(call_id: string, content: string): TranscriptItem {
  const facts = { kind: "tool_result", call_id, ok: true, content, id: `${call_id} result` };
  return { ...common, ...facts } as unknown as TranscriptItem;
}

async function readerOf(items: readonly TranscriptItem[]) {
  const file = await createRowFile(`${makeScratch()}/rows`);
  const pulled = { count: 0 };
  const all = async function* () {
    for (const item of items) {
      pulled.count++;
      yield item;
    }
  };
  return { reader: createRowReader(all(), { tools: [], prices: listPrices }, file), pulled };
}

test("page() reads no further than a page needs, and nothing twice", async () => {
  const items = Array.from({ length: 10_000 }, (_, at) => message(`message ${at + 1}`));
  const { reader, pulled } = await readerOf(items);
  const first = await reader.page(1, 50);
  assert.deepEqual([first.rows.length, first.isComplete], [50, false]);
  assert(pulled.count < 500, String(pulled.count));
  const late = await reader.page(9_001, 100);
  assert.equal(late.rows[0]?.text, "message 9001");
  const { count } = pulled;
  const again = await reader.page(5_000, 1);
  assert.deepEqual([again.rows[0]?.text, pulled.count], ["message 5000", count]);
  const end = await reader.page(null, 2);
  assert.deepEqual([end.rows.map(({ number }) => number), end.isComplete], [[9_999, 10_000], true]);
  await reader.close();
});

test("page() has the result of a call wherever it came, and a call without one as it is", async () => {
  const between = Array.from({ length: 300 }, (_, at) => message(`message ${at}`));
  const items = [call("late"), call("never"), ...between, result("late", "done"), message("end")];
  const { reader } = await readerOf(items);
  const early = await reader.page(1, 2);
  assert.deepEqual(
    early.rows.map(({ tool }) => tool?.ok),
    [null, null],
  );
  await reader.page(null, 1);
  const { rows } = await reader.page(1, 2);
  assert.deepEqual(
    rows.map(({ tool }) => tool?.output),
    ["done", null],
  );
  await reader.close();
});

test("page() ends early when its rows are long, and tells of texts that were cut", async () => {
  const { reader } = await readerOf(
    Array.from({ length: 100 }, () => message("x".repeat(300_000))),
  );
  const { rows, shortened, total } = await reader.page(1, 100);
  assert(rows.length > 10 && rows.length < 100, String(rows.length));
  assert.deepEqual([shortened, total], [rows.length, 100]);
  const next = await reader.page(rows.length + 1, 100);
  assert.equal(next.rows[0]?.number, rows.length + 1);
  await reader.close();
});

test("page() that is aborted ends between two items, and the next one continues there", async () => {
  const items = Array.from({ length: 2_000 }, (_, at) => message(`message ${at + 1}`));
  const { reader, pulled } = await readerOf(items);
  await reader.page(1, 10);
  await assert.rejects(reader.page(1, 2_000, AbortSignal.abort()), { name: "AbortError" });
  const { rows } = await reader.page(1, 2_000);
  assert.deepEqual([rows.length, rows.at(-1)?.text, pulled.count], [2_000, "message 2000", 2_000]);
  await reader.close();
});
