import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { makeScratch } from "../support/scratch.ts";
import { writeTaskBundle } from "../support/task-bundles.ts";
import { holdall, holdallJson } from "../support/warm-program.ts";

const cwd = makeScratch();
writeTaskBundle(path.join(cwd, "task"), {
  document: {
    workspace: { state: "before" },
    runtime: "python",
    repo: "https://example.com/shop.git",
    commit: "0123456789abcdef0123456789abcdef01234567",
    branch: "main",
    tags: ["billing"],
  },
});
fs.writeFileSync(
  path.join(cwd, "checks.json"),
  JSON.stringify({
    checks: [
      {
        name: "the tests",
        kind: "command",
        required: true,
        command: "echo 3 of 4 passed; echo median of nothing >&2; test -f done.txt",
      },
    ],
  }),
);

/** Runs a program on the task and gives the folder of its bundle. */
function runOnce(out: string, command: string, ...more: readonly string[]): string {
  const checks = ["--checks", "checks.json", "--allow-exec"];
  const args = ["task", "run", "task", "--command", `mine=${command}`, ...checks, ...more];
  const { json } = holdallJson([...args, "--out", out], { cwd });
  const [run] = json.runs as readonly { readonly bundle: string }[];
  return run?.bundle ?? "";
}

const read = (bundle: string, file: string) => fs.readFileSync(path.join(bundle, file), "utf8");

/** Changes a text in the `bundle.json` of a run. */
function alter(bundle: string, from: string, to: string): void {
  const text = read(bundle, "bundle.json");
  assert.ok(text.includes(from));
  fs.writeFileSync(path.join(bundle, "bundle.json"), text.replace(from, to));
}

test("a captured run has sums that another program checks", () => {
  const bundle = runOnce("sums", "true");
  execFileSync("sha256sum", ["--check", "--strict", "--quiet", "SHA256SUMS"], { cwd: bundle });
  const listed = read(bundle, "SHA256SUMS")
    .trim()
    .split("\n")
    .map((line) => line.slice(66));
  assert.ok(listed.includes("bundle.json") && listed.includes("workspace/manifest.json"));
});

test("a captured run can be signed, and its signature is checked", () => {
  const key = path.join(cwd, "key");
  execFileSync("ssh-keygen", ["-q", "-t", "ed25519", "-N", "", "-C", "ann", "-f", key]);
  const bundle = runOnce("signed", "true", "--key", "key");
  fs.writeFileSync(path.join(cwd, "signers"), `ann ${fs.readFileSync(`${key}.pub`, "utf8")}`);
  assert.equal(holdall(["verify", bundle, "--signers", "signers"], { cwd }).code, 0);
  const args = ["task", "judge", bundle, "--checks", "checks.json", "--allow-exec", "--record"];
  const { code, stderr } = holdall(args, { cwd });
  assert.equal(code, 3);
  assert.match(stderr, /E_PROTECTED[\s\S]*the bundle is signed/);
});

test("a run whose outcome was changed is named by every reader, and ranked by none", () => {
  const honest = runOnce("doctored", "touch done.txt");
  const other = path.join(cwd, "doctored/other");
  fs.cpSync(runOnce("aside", "true"), other, { recursive: true });
  alter(other, '"failure"', '"success"');
  const reason = "bundle.json was changed: it does not match SHA256SUMS";
  for (const command of ["report", "scan"]) {
    const { code, json } = holdallJson(["task", command, "doctored"], { cwd });
    assert.equal(code, 0);
    assert.deepEqual(json.errors, [
      { path: "other", reason: `Cannot rely on the bundle: ${reason}` },
    ]);
    const rows = (json.ranking ?? json.bundles) as readonly { readonly verified: boolean }[];
    assert.deepEqual(
      rows.map(({ verified }) => verified),
      [true],
    );
    assert.equal(holdall(["task", command, "doctored", "--strict"], { cwd }).code, 1);
  }
  const badge = ["task", "badge", "doctored", "--metric", "runs", "--out", "doctored.svg"];
  const drawn = holdallJson(badge, { cwd }).json;
  assert.deepEqual([drawn.value, (drawn.errors as readonly unknown[]).length], ["1", 1]);
  const compared = holdallJson(["task", "compare", honest, other], { cwd }).json;
  const sides = compared as Record<"left" | "right", { readonly doubts: readonly string[] }>;
  assert.deepEqual(sides.left.doubts, []);
  assert.equal(sides.right.doubts[0], reason);
  const { stdout } = holdall(["task", "compare", honest, other], { cwd });
  assert.match(stdout, /Do not rely on the right run: bundle\.json was changed/);
  assert.equal(holdall(["task", "validate", other], { cwd }).code, 1);
  assert.equal(holdall(["verify", other], { cwd }).code, 1);
});

test("a list of sums that names a file twice, or leaves the outcome out, proves nothing", () => {
  const bundle = runOnce("listed", "true");
  const sums = path.join(bundle, "SHA256SUMS");
  const list = fs.readFileSync(sums, "utf8");
  const reasonFor = (text: string) => {
    fs.writeFileSync(sums, text);
    const { json } = holdallJson(["task", "report", "listed"], { cwd });
    return (json.errors as readonly { readonly reason: string }[])[0]?.reason ?? "";
  };
  assert.match(reasonFor(`${list}${list}`), /SHA256SUMS lists \S+ twice/);
  const others = list.split("\n").filter((line) => !line.endsWith("  bundle.json"));
  assert.match(reasonFor(others.join("\n")), /bundle\.json is not listed/);
  assert.equal(reasonFor(list), "");
});

test("a page that compares runs names the one that was changed", () => {
  const one = runOnce("pages", "true");
  const other = path.join(cwd, "changed");
  fs.cpSync(one, other, { recursive: true });
  alter(other, '"failure"', '"success"');
  assert.equal(holdall(["task", "view", one, other, "--out", "both.html"], { cwd }).code, 0);
  const page = fs.readFileSync(path.join(cwd, "both.html"), "utf8");
  assert.match(page, /Do not rely on run 2[\s\S]{0,200}bundle\.json was changed/);
});

test("a status that contradicts its checks is a finding, and no success", () => {
  const folder = path.join(cwd, "contradicted");
  const check = { name: "the tests", kind: "command", weight: 1, passed: false, detail: "exit 1" };
  const outcome = (more: object) => ({ outcome: { status: "success", score: 0, ...more } });
  const documents = {
    checks: outcome({ checks: [{ ...check, required: true }] }),
    crash: { ...outcome({}), run: { exitCode: 7 } },
    late: { ...outcome({}), run: { timedOut: true } },
    signal: { ...outcome({}), run: { exitCode: null } },
    score: outcome({ score: 1, checks: [{ ...check, required: false }] }),
  };
  for (const [name, document] of Object.entries(documents)) {
    writeTaskBundle(path.join(folder, name), { document });
    const { json } = holdallJson(["task", "validate", path.join(folder, name)], { cwd });
    const issues = json.issues as readonly { readonly code: string }[];
    assert.deepEqual([json.valid, issues.map(({ code }) => code)], [false, ["E_OUTCOME"]], name);
  }
  writeTaskBundle(path.join(folder, "honest"), { document: { outcome: { status: "success" } } });
  const { json } = holdallJson(["task", "report", folder], { cwd });
  assert.deepEqual(json.statusCounts, { success: 1, failure: 5, partial: 0, unknown: 0, error: 0 });
  const { stdout } = holdall(["task", "report", folder], { cwd });
  assert.match(
    stdout,
    /Counted as failed: crash: the outcome is "success", but the agent exited with 7/,
  );
  assert.match(stdout, /Without SHA256SUMS, so that a change would not be seen: 6 runs/);
});

test("recording an outcome keeps the sums true", () => {
  const bundle = runOnce("judged", "touch done.txt");
  const args = ["task", "judge", bundle, "--checks", "checks.json", "--allow-exec", "--record"];
  assert.equal(holdall(args, { cwd }).code, 0);
  execFileSync("sha256sum", ["--check", "--strict", "--quiet", "SHA256SUMS"], { cwd: bundle });
  assert.equal(holdall(["verify", bundle], { cwd }).code, 0);
});

test("a run has what its task has, what the agent said and what the checks printed", () => {
  const secret = `ghp_${"a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"}`;
  const bundle = runOnce("complete", `echo all done with ${secret}`);
  const document = JSON.parse(read(bundle, "bundle.json"));
  const { runtime, repo, commit, branch, tags, runner, outcome } = document;
  assert.deepEqual([runtime, branch, tags], ["python", "main", ["billing", "run"]]);
  assert.deepEqual(
    [repo, commit],
    ["https://example.com/shop.git", "0123456789abcdef0123456789abcdef01234567"],
  );
  assert.match(runner.cliVersion, /^\d+\.\d+\.\d+/);
  assert.equal(outcome.checks[0].detail, "exit 1: median of nothing");
  assert.equal(read(bundle, "checks/1.txt"), "3 of 4 passed\nmedian of nothing\n");
  const answer = read(bundle, "answer.md");
  assert.match(answer, /^all done with /);
  assert.ok(!answer.includes(secret));
  const { json } = holdallJson(["task", "compare", "task", bundle], { cwd });
  assert.deepEqual([json.sameRepo, json.sameCommit], [true, true]);
});

test("no part of a run quotes a secret that a check or the agent printed", () => {
  const secret = `ghp_${"Z9y8X7w6V5u4T3s2R1q0P9o8N7m6L5k4J3i2"}`;
  fs.writeFileSync(
    path.join(cwd, "loud.json"),
    JSON.stringify({
      checks: [{ name: "loud", kind: "command", command: `echo ${secret} >&2; exit 1` }],
    }),
  );
  const command = `me=echo ${secret} >&2; exit 3`;
  const args = ["task", "run", "task", "--command", command, "--checks", "loud.json"];
  holdall([...args, "--allow-exec", "--out", "loud"], { cwd });
  const [bundle = ""] = fs.readdirSync(path.join(cwd, "loud"));
  for (const name of ["bundle.json", "summary.md", "events.jsonl", "checks/1.txt"]) {
    const text = read(path.join(cwd, "loud", bundle), name);
    assert.ok(!text.includes(secret), name);
  }
});
