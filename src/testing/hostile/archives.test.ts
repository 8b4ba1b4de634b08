import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { test } from "node:test";
import { gunzipSync } from "node:zlib";
import { hostileArchives } from "./archives.ts";

test("hostileArchives has 17 cases under distinct names", () => {
  assert.equal(hostileArchives.length, 17);
  assert.equal(new Set(hostileArchives.map((archive) => archive.name)).size, 17);
});

test("hostileArchives are archives that another tar program can list", () => {
  for (const archive of hostileArchives) {
    if (archive.name === "not-gzip.tar.gz") continue;
    const listed = execFileSync("tar", ["-tzf", "-"], {
      input: archive.bytes(),
      stdio: ["pipe", "pipe", "ignore"],
    });
    assert.match(listed.toString(), /\S/, archive.name);
  }
});

test("hostileArchives keep names, types and modes as they were asked for", () => {
  const tar = (name: string) => {
    const archive = hostileArchives.find((each) => each.name === name);
    assert.ok(archive);
    return gunzipSync(archive.bytes());
  };
  assert.equal(tar("dotdot.tar.gz").toString("latin1", 0, 14), "../escaped.txt");
  assert.equal(tar("symlink-bundle.tar.gz").toString("latin1", 156, 170), "2/etc/hostname");
  assert.equal(tar("setuid.tar.gz").toString("latin1", 100, 107), "0004755");
  assert.equal(tar("device.tar.gz").toString("latin1", 156, 157), "3");
});

test("hostileArchives have a bomb that inflates to a thousand times its size", () => {
  const bomb = hostileArchives.find((archive) => archive.name === "bomb-50MB.tar.gz");
  assert.ok(bomb);
  assert.ok(bomb.bytes().length < 100_000);
});
