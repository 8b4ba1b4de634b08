import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { makeScratch } from "../support/scratch.ts";
import { findAgents } from "./install.ts";
import { agentNames, programs } from "./programs.ts";

test("findAgents() finds a program only at its pinned version, in the cache that is named", async () => {
  const cache = makeScratch();
  process.env.HOLDALL_AGENT_CACHE = cache;
  const place = (version: string) => {
    const folder = path.join(cache, `pi-${version}-${process.platform}-${process.arch}`, "bin");
    fs.mkdirSync(folder, { recursive: true });
    fs.writeFileSync(path.join(folder, "pi"), "", { mode: 0o755 });
  };
  place("0.0.1");
  assert.deepEqual([...(await findAgents()).keys()], []);
  place(programs.pi.version);
  assert.deepEqual([...(await findAgents()).keys()], ["pi"]);
});

for (const name of agentNames) {
  test(`the lock of ${name} pins the version of the table, names no host, and hashes every package`, () => {
    const file = path.join(import.meta.dirname, "locks", name, "package-lock.json");
    const lock: { packages: Record<string, { version?: string; integrity?: string }> } = JSON.parse(
      fs.readFileSync(file, "utf8"),
    );
    const packages = Object.entries(lock.packages).filter(([place]) => place !== "");
    assert.deepEqual(
      packages.filter(([, { integrity }]) => integrity === undefined),
      [],
    );
    assert.ok(!fs.readFileSync(file, "utf8").includes('"resolved"'));
    const { version, packageVersion = version, executables } = programs[name];
    for (const executable of Object.values(executables)) {
      const owner = packages.find(([place]) =>
        `node_modules/${executable}`.startsWith(`${place}/`),
      );
      assert.ok(owner?.[1].version?.startsWith(packageVersion), executable);
    }
  });
}
