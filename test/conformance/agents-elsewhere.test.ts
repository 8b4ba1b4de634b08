/** Lists outside of `src/agents` that must know every agent and cannot ask the registry. */
import assert from "node:assert/strict";
import path from "node:path";
import { test } from "node:test";
import { agentIds, hosts, loadAgent } from "../../src/agents/registry.ts";
import { protectedPath } from "../../src/base/protected-path.ts";
import { fitLines } from "../../src/cli/fit-lines.ts";
import taskRun from "../../src/operations/task/run.ts";

const agents = await Promise.all(agentIds.map(loadAgent));

test("no settings of a host come out of a bundle", () => {
  const place = { scope: "project", project: "/project", home: "/home/eva", env: {} } as const;
  for (const [id, { servers, hooks }] of Object.entries(hosts)) {
    for (const file of [servers?.file(place), hooks?.file(place)]) {
      if (!file?.startsWith("/project/")) continue;
      const found = protectedPath(path.relative("/project", file));
      assert.equal(found?.isSettings, true, `${id}: ${file}`);
    }
  }
});

test("the folder that an agent has in a home comes out of no bundle, as it has its settings in projects, too", () => {
  const home = "/home/eva";
  for (const { id, storeFiles } of agents) {
    for (const { folder } of Object.values(storeFiles({ home, env: {} }).places)) {
      const [top = ""] = path.relative(home, folder).split("/");
      if (SHARED_FOLDERS.has(top)) continue;
      assert.equal(protectedPath(top)?.isSettings, true, `${id}: ${top}`);
    }
  }
});

/** Folders in a home that several programs share. */
const SHARED_FOLDERS = new Set([".local", ".config", ".cache", "Library", "AppData"]);

test("a command that starts an agent is not broken into two lines", () => {
  for (const { program } of agents) {
    if (program === null) continue;
    const command = `${program} --resume 0123456789 --folder somewhere`;
    const [, second] = fitLines([`Continue it with: ${command}`], 30);
    assert.equal(second?.trim(), command);
  }
});

test("the help of task run names the agents that it can start, and no others", () => {
  const started = agents.filter(({ taskCommand }) => taskCommand !== undefined);
  const { description } = taskRun.input.shape.with;
  assert.match(description ?? "", new RegExp(`as ${started.map(({ id }) => id).join(",")};`));
});
