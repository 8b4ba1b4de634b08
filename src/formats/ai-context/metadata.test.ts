import assert from "node:assert/strict";
import { test } from "node:test";
import { memoryFiles } from "../../base/file-set.ts";
import { createFindings } from "../../base/findings.ts";
import type { JsonObject } from "../../base/json/value.ts";
import { ingestionStatuses } from "../../model/ai-context/records.ts";
import { metadataBytes } from "../../model/ai-context/write-yaml.ts";
import { limitsByFormat } from "../limits.ts";
import aiContext from "./ai-context.ts";

const files = aiContext.samples[0]?.files ?? {};
const base: JsonObject = {
  origin: "user_cli",
  primary_responsibilities: ["garden_cos"],
  suggested_responsibilities: [],
  scope: "season",
  bundle_ids: ["bundle_2026-02-20-garden"],
  ingestion_status: "pending",
};

async function codesOf(metadata: JsonObject | string): Promise<readonly string[]> {
  const findings = createFindings();
  const text = typeof metadata === "string" ? metadata : metadataBytes(metadata);
  const set = memoryFiles({ ...files, "bundle.yaml": text });
  await aiContext.read(set, { limits: limitsByFormat["ai-context"], findings, level: "full" });
  return findings.list().map(({ code, pointer }) => `${code} ${pointer ?? ""}`.trim());
}

/** A history of steps, each written "from>to". */
function history(...steps: readonly string[]): JsonObject["status_history"] {
  return steps.map((step) => {
    const [from = "", to = ""] = step.split(">");
    return { from: from === "" ? null : from, to, at: "2026-03-01T00:00:00Z", by: "steward" };
  });
}

test("metadata needs its six fields", async () => {
  assert.deepEqual(await codesOf(base), []);
  for (const key of Object.keys(base)) {
    const { [key]: _, ...rest } = base;
    assert.deepEqual(await codesOf(rest), [`E_SHAPE /${key}`], key);
  }
});

test("metadata refuses words, ids and lists outside their rules", async () => {
  const cases: readonly (readonly [JsonObject, string])[] = [
    [{ origin: "elsewhere" }, "E_ENUM /origin"],
    [{ ingestion_status: "rejected" }, "E_ENUM /ingestion_status"],
    [{ bundle_ids: [] }, "E_SHAPE /bundle_ids"],
    [{ bundle_ids: ["../up"] }, "E_SHAPE /bundle_ids/0"],
    [{ primary_responsibilities: ["A"] }, "E_SHAPE /primary_responsibilities/0"],
    [{ primary_responsibilities: "garden_cos" }, "E_SHAPE /primary_responsibilities"],
    [{ suggested_responsibilities: ["a..b"] }, "E_SHAPE /suggested_responsibilities/0"],
    [{ scope: " " }, "E_SHAPE /scope"],
    [{ created_at: "yesterday" }, "E_TIME /created_at"],
    [{ content: [{ path: "a", sha256: "x" }] }, "E_SHAPE /content/0/sha256"],
  ];
  for (const [change, expected] of cases) {
    assert.deepEqual(await codesOf({ ...base, ...change }), [expected], JSON.stringify(change));
  }
});

test("metadata keeps keys that nobody knows", async () => {
  assert.deepEqual(
    await codesOf({ ...base, watermarks: { memory: { bytes: 3 } }, future: [1] }),
    [],
  );
});

test("a status must be where its history ends", async () => {
  const steps = [">pending", "pending>registered", "registered>dispatched", "dispatched>retired"];
  for (const [index, status] of ingestionStatuses.entries()) {
    const ingestion_status = status;
    const full = history(...steps.slice(0, index + 1));
    assert.deepEqual(
      await codesOf({ ...base, ingestion_status, status_history: full }),
      [],
      status,
    );
    const short = history(...steps.slice(1, index + 1));
    assert.deepEqual(
      await codesOf({ ...base, ingestion_status, status_history: short }),
      [],
      status,
    );
    if (index === 0) continue;
    assert.deepEqual(await codesOf({ ...base, ingestion_status }), [], "no history is required");
    const behind = history(...steps.slice(0, index));
    const edited = await codesOf({ ...base, ingestion_status, status_history: behind });
    assert.deepEqual(edited, ["E_STATE /ingestion_status"], status);
  }
});

test("each of the nine steps that do not exist is refused", async () => {
  for (const [from, fromStatus] of ingestionStatuses.entries()) {
    for (const [to, toStatus] of ingestionStatuses.entries()) {
      if (to === from || to === from + 1) continue;
      const path = ingestionStatuses.slice(0, from + 1);
      const steps = path.map((status, index) => `${path[index - 1] ?? ""}>${status}`);
      const status_history = history(...steps, `${fromStatus}>${toStatus}`);
      const codes = await codesOf({ ...base, ingestion_status: toStatus, status_history });
      assert.deepEqual(
        codes,
        [`E_STATE /status_history/${steps.length}`],
        `${fromStatus} ${toStatus}`,
      );
    }
  }
});

test("a history without connection is refused", async () => {
  const status_history = history("pending>registered", "dispatched>retired");
  const codes = await codesOf({ ...base, ingestion_status: "retired", status_history });
  assert.deepEqual(codes, ["E_STATE /status_history/1"]);
  const begun = history("registered>dispatched");
  const middle = await codesOf({ ...base, ingestion_status: "dispatched", status_history: begun });
  assert.deepEqual(middle, ["E_STATE /status_history/0"]);
});

test("what is registered has a responsibility and was not rejected", async () => {
  const status_history = history("pending>registered");
  const registered = { ...base, ingestion_status: "registered", status_history };
  assert.deepEqual(await codesOf({ ...registered, primary_responsibilities: [] }), [
    "E_STATE /primary_responsibilities",
  ]);
  const review = { decision: "rejected", reason: "not ours", at: "2026-03-01T00:00:00Z", by: "s" };
  assert.deepEqual(await codesOf({ ...registered, review }), ["E_STATE /review"]);
  assert.deepEqual(await codesOf({ ...base, review }), []);
});

test("listed content is checked by hash, bytes, lines and path", async () => {
  const good = Buffer.from(files["bundle.yaml"] ?? "").toString();
  const cases: readonly (readonly [RegExp, string, string])[] = [
    [/bytes: \d+/, "bytes: 1", "E_DIGEST /content/0/path"],
    [/lines: \d+/, "lines: 1", "E_COUNT /content/0/path"],
    [/sha256: \w+/, `sha256: ${"0".repeat(63)}a`, "E_DIGEST /content/0/path"],
    [/path: system_context.md/, "path: ../system_context.md", "E_PATH /content/0/path"],
    [/path: system_context.md/, "path: gone.md", "E_MISSING_FILE"],
    [/path: system_context.md/, "path: current_focus.md", "E_DIGEST /content/0/path"],
  ];
  for (const [from, to, expected] of cases) {
    assert.equal((await codesOf(good.replace(from, to)))[0], expected, to);
  }
});

test("hostile metadata is refused with its line", async () => {
  const bomb = `a: &a [1, 1]\nb: &b [*a, *a]\nc: [*b, *b]\n`;
  assert.match((await codesOf(bomb))[0] ?? "", /^E_YAML/);
  assert.match((await codesOf("a: 1\na: 2\n"))[0] ?? "", /^E_DUP_KEY/);
  assert.match((await codesOf("a: !!js/undefined x\n"))[0] ?? "", /^E_YAML/);
  assert.match((await codesOf("x".repeat(2 * 1024 * 1024)))[0] ?? "", /^E_LIMIT/);
  assert.match((await codesOf("- a\n- b\n"))[0] ?? "", /^E_SHAPE/);
  assert.match((await codesOf(""))[0] ?? "", /^E_SHAPE/);
});
