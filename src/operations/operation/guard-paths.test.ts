import assert from "node:assert/strict";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { after, test } from "node:test";
import * as z from "zod";
import { guardPaths } from "./guard-paths.ts";

const base = fs.mkdtempSync(path.join(os.tmpdir(), "holdall-test-"));
const root = path.join(base, "project");
fs.mkdirSync(path.join(root, ".holdall"), { recursive: true });
fs.mkdirSync(path.join(base, "project-other"));
fs.symlinkSync(base, path.join(root, "way-out"));
after(() => fs.rmSync(base, { recursive: true }));

const operation = {
  input: z.object({
    path: z.string().optional().meta({ path: true }),
    paths: z.array(z.string()).optional().meta({ path: true }),
    out: z.string().optional().meta({ path: "output" }),
    text: z.string().optional(),
  }),
};
const outputFolder = path.join(fs.realpathSync(root), ".holdall/out");
const guard = (input: Record<string, unknown>, roots: readonly string[] | null = [root]) =>
  guardPaths({ cwd: root, roots, outputFolder }, operation, input);

test("guardPaths() lets paths inside a root pass, whether they exist or not", () => {
  guard({ path: ".", paths: ["new/bundle", "..name", path.join(root, "x")] });
  guard({ text: "../../etc/passwd" });
});

test("guardPaths() refuses what leaves the roots, also through a link and in lists", () => {
  const outside = ["..", "/etc/passwd", "../project-other/x", "way-out/x", "a/../../x"];
  for (const bad of outside) {
    assert.throws(() => guard({ path: bad }), { code: "E_PROTECTED" }, bad);
    assert.throws(() => guard({ paths: ["fine", bad] }), { code: "E_PROTECTED" }, bad);
  }
});

test("guardPaths() refuses the workspace's own folder", () => {
  for (const bad of [
    ".holdall",
    ".holdall/new",
    ".HOLDALL/x",
    ".holdall/out",
    ".holdall/outer/x",
  ]) {
    assert.throws(() => guard({ path: bad }), { code: "E_PROTECTED" }, bad);
  }
  guard({ path: ".holdall/out/kit/manifest.json" });
  assert.throws(() => guard({ path: ".holdall/out/kit/.holdall/x" }), { code: "E_PROTECTED" });
});

test("guardPaths() resolves an output to a name in the output folder", () => {
  const expected = path.join(outputFolder, "kit.tar.gz");
  for (const out of [
    "kit.tar.gz",
    ".holdall/out/kit.tar.gz",
    "./.holdall/out/kit.tar.gz",
    expected,
  ]) {
    assert.deepEqual(guard({ out, text: "t" }), { out: expected, text: "t" });
  }
});

test("guardPaths() refuses an output anywhere else, and where no folder was chosen", () => {
  for (const bad of [
    "a/kit",
    "../kit",
    "/tmp/kit",
    ".holdall/kit",
    ".holdall/out/a/kit",
    ".",
    "",
  ]) {
    assert.throws(() => guard({ out: bad }), { code: "E_PROTECTED" }, bad);
  }
  const open = { cwd: root, roots: [root] };
  assert.throws(() => guardPaths(open, operation, { out: "kit" }), { code: "E_PROTECTED" });
});

test("guardPaths() has no say when a person calls", () => {
  assert.deepEqual(guard({ path: "/etc/passwd", out: "x/y" }, null), {
    path: "/etc/passwd",
    out: "x/y",
  });
});
