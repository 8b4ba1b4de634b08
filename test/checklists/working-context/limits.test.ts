import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { test } from "node:test";
import type { Finding } from "../../../src/base/findings.ts";
import { edit, type Files } from "../../support/check.ts";
import { contextIn, runOperation } from "../../support/operations.ts";
import { holdallWithPeak } from "../../support/peak.ts";
import { makeScratch, writeFiles } from "../../support/scratch.ts";
import { ocf, ocfKit, workingContext } from "../../support/state-bundles.ts";
import { writeUserConfig } from "../../support/user-config.ts";

const MiB = 2 ** 20;
/** The memory of a process, whatever its input. */
const MAX_MIB = 300;

const scratch = makeScratch();
const bundles: Readonly<Record<string, Files>> = {
  "working-context": workingContext,
  "ocf-kit": ocfKit,
  ocf,
};
let count = 0;

function place(files: Files): string {
  return writeFiles(path.join(scratch, String(++count)), files);
}

function refusedWithin(folder: string, file: string): void {
  const { code, json, peak } = holdallWithPeak(["verify", folder], { cwd: scratch });
  const findings = json.findings as Finding[];
  assert.equal(code, 1);
  const found = findings.find((finding) => finding.code === "E_LIMIT");
  assert.equal(found?.file, file, JSON.stringify(findings.slice(0, 3)));
  assert.ok(peak < MAX_MIB, `held ${peak.toFixed(0)} MiB`);
  fs.rmSync(folder, { recursive: true });
}

for (const [name, files] of Object.entries(bundles)) {
  test(`${name} with a 65 MiB snapshot is E_LIMIT in bounded memory`, () => {
    const folder = place(files);
    const snapshot = fs.openSync(path.join(folder, "snapshot.json"), "a");
    for (let written = 0; written < 65; written++) fs.writeSync(snapshot, " ".repeat(MiB));
    fs.closeSync(snapshot);
    refusedWithin(folder, "snapshot.json");
  });

  test(`${name} with a trail line of 2 MiB is E_LIMIT in bounded memory`, () => {
    const trail = name === "ocf" ? "qualify.jsonl" : "lifecycle.jsonl";
    const line = `{"ts":"${"x".repeat(2 * MiB)}"}\n`;
    refusedWithin(place({ ...files, [trail]: `${files[trail]}${line}${files[trail]}` }), trail);
  });

  test(`${name} with 100,001 entries is E_LIMIT in bounded memory`, () => {
    const entry = String(files["snapshot.json"]).match(/\{[^{}]*"id"[^{}]*\}/)?.[0] ?? "";
    const small = entry.replaceAll(/\s+/g, "");
    const many = Array.from({ length: 100_001 }, (_, index) =>
      small.replace(/"id":"[^"]*"/, `"id":"${index.toString(36)}"`),
    );
    const snapshot = edit(files, "snapshot.json", entry, many.join(",\n"));
    refusedWithin(place(snapshot), "snapshot.json");
  });

  test(`${name} with entries just over the limit, each broken five ways, stays bounded`, () => {
    const broken = '{"id":"","slot":7,"content":null,"tokens":-1,"score":"x","committed_at":"?"}';
    const list = Array.from({ length: 25_001 }, () => broken).join(",");
    const text = String(files["snapshot.json"]).replace(/\{[^{}]*"id"[^{}]*\}/, () => list);
    refusedWithin(place({ ...files, "snapshot.json": text }), "snapshot.json");
  });

  test(`${name} with JSON nested a million deep is refused in bounded memory`, () => {
    const deep = `${"[".repeat(1_000_000)}${"]".repeat(1_000_000)}`;
    const text = String(files["snapshot.json"]).replace(
      /"tokens": \d+|"tier": "L1"/,
      `"x": ${deep}`,
    );
    refusedWithin(place({ ...files, "snapshot.json": text }), "snapshot.json");
  });
}

test("content of more than 1 MiB is E_LIMIT with its pointer", () => {
  const folder = place(edit(workingContext, "snapshot.json", "metres", "m".repeat(MiB + 1)));
  const { code, json } = holdallWithPeak(["verify", folder], { cwd: scratch });
  const [finding] = json.findings as Finding[];
  assert.equal(code, 1);
  assert.deepEqual([finding?.code, finding?.pointer], ["E_LIMIT", "/entries/0/content"]);
});

test("a limit can be raised by name", () => {
  const folder = place(edit(workingContext, "snapshot.json", "metres", "m".repeat(MiB + 1)));
  const raised = ["verify", folder, "--limit", `contentBytes=${2 * MiB}`];
  assert.equal(holdallWithPeak(raised, { cwd: scratch }).code, 0);
});

test("a limit can be lowered and raised in the user's own configuration, and not in a project's", async () => {
  const folder = place(edit(workingContext, "snapshot.json", "metres", "m".repeat(MiB + 1)));
  const cwd = fs.mkdtempSync(path.join(scratch, "project-"));
  const verify = async () => {
    type Verified = { readonly findings: readonly Finding[] };
    const { out } = await runOperation<Verified>(contextIn(cwd), "verify", { path: folder });
    return out.findings.filter(({ severity }) => severity === "error").map(({ code }) => code);
  };
  const verifyWith = async (limits: string) => {
    writeUserConfig(cwd, `limits: { ${limits} }\n`);
    return verify();
  };
  assert.deepEqual(await verifyWith("ratio: 50"), ["E_LIMIT"]);
  assert.deepEqual(await verifyWith(`contentBytes: ${2 * MiB}`), []);
  assert.deepEqual(await verifyWith(`contentBytes: ${2 * MiB}, snapshotBytes: 100`), ["E_LIMIT"]);
  writeUserConfig(cwd, "");
  fs.writeFileSync(path.join(cwd, "holdall.yaml"), `limits: { contentBytes: ${2 * MiB} }\n`);
  assert.deepEqual(await verify(), ["E_LIMIT"]);
});
