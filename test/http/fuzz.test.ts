/**
 * schemathesis calls every route with what the description allows and forbids. No answer may be a fault of
 * the server, and each must be what the description says. `SCHEMATHESIS` names the program; CI installs it.
 */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { holdall } from "../support/program.ts";
import { makeScratch } from "../support/scratch.ts";
import { bearer, startServe } from "../support/serve.ts";

const program = process.env.SCHEMATHESIS ?? "schemathesis";
const isMissing = spawnSync(program, ["--version"]).status !== 0;
const skip = isMissing ? "not run: schemathesis is not installed" : false;

const CHECKS = [
  "not_a_server_error",
  "status_code_conformance",
  "content_type_conformance",
  "response_schema_conformance",
];

for (const caller of ["program", "person"] as const) {
  test(`schemathesis finds nothing in the routes of a ${caller}`, {
    skip,
    timeout: 300_000,
  }, async () => {
    const scratch = makeScratch();
    const project = path.join(scratch, "project");
    fs.mkdirSync(project);
    holdall(["init"], { cwd: project });
    holdall(["state", "commit", "The store is SQLite"], { cwd: project });
    holdall(["thread", "new", "--title", "Tides"], { cwd: project });
    // Sessions of the person who runs the tests are not the fuzzer's to read or hand over.
    const server = await startServe(project, { HOME: scratch });
    const token = server.tokens[caller];
    const headers = bearer(token);
    const { json } = await server.send("/api/v1/openapi.json", { headers });
    const file = path.join(scratch, "openapi.json");
    const described = routesOnlyFor(caller, Object(json));
    fs.writeFileSync(file, JSON.stringify(described));
    const run = spawnSync(
      program,
      [
        "run",
        file,
        "--url",
        `${server.origin}/api/v1`,
        "-H",
        `Authorization: Bearer ${token}`,
        "--checks",
        CHECKS.join(","),
        "--phases",
        "fuzzing",
        "--max-examples",
        "3",
        // Two would call Python's parser at the same time, which some versions take for an error.
        "--workers",
        "1",
        "--seed",
        "1",
        "--no-shrink",
        "--warnings",
        "off",
        "--request-timeout",
        "60",
        "--suppress-health-check",
        "all",
        // A stream that does not end.
        "--exclude-path",
        "/thread/follow",
        "--no-color",
      ],
      { cwd: scratch, encoding: "utf8", timeout: 280_000 },
    );
    assert.equal(run.status, 0, `${run.stdout.slice(-4_000)}${run.stderr}`);
    const [, tested] = /Tested: (\d+)/.exec(run.stdout) ?? [];
    assert.equal(Number(tested), countOf(described), run.stdout.slice(-1_000));
    assert.equal(server.faults(), "");
    assert.equal(await server.end(), 0);
  });
}

interface Described {
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

/** How many pairs of a path and a method are called: all but the stream that does not end. */
function countOf({ paths }: Described): number {
  const called = Object.entries(paths).filter(([place]) => place !== "/thread/follow");
  return called.reduce((sum, [, methods]) => sum + Object.keys(methods).length, 0);
}

/** A program's routes, or those that only a person has. */
function routesOnlyFor(caller: "program" | "person", description: Described): Described {
  if (caller === "program") return description;
  const paths = Object.entries(description.paths).filter(([, { post }]) => {
    const callers: unknown = Object(post)["x-callers"];
    return Array.isArray(callers) && !callers.includes("program");
  });
  return { ...description, paths: Object.fromEntries(paths) };
}
