import assert from "node:assert/strict";
import { test } from "node:test";
import { memoryFiles } from "../base/file-set.ts";
import { createFindings } from "../base/findings.ts";
import { limitsByFormat } from "./limits.ts";
import ocf from "./ocf/ocf.ts";

test("documentValues bounds the values of a small document, and can be raised", async () => {
  const files: Record<string, string | Uint8Array> = { ...ocf.samples[0]?.files };
  const manifest = JSON.parse(Buffer.from(files["manifest.json"] ?? "").toString());
  files["manifest.json"] = JSON.stringify({ ...manifest, "x-many": Array(20_000).fill(0) });
  const codesWith = async (documentValues: number) => {
    const findings = createFindings("lenient");
    const limits = { ...limitsByFormat.ocf, documentValues };
    await ocf.read(memoryFiles(files), { limits, findings, level: "full" });
    return findings.list().flatMap(({ code }) => (code === "E_LIMIT" ? [code] : []));
  };
  assert.deepEqual(await codesWith(limitsByFormat.ocf.documentValues), ["E_LIMIT"]);
  assert.deepEqual(await codesWith(30_000), []);
});
