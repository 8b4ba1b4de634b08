import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { generateSessions } from "../../scripts/bench/search/generate-sessions.ts";
import { holdall } from "../support/program.ts";
import { makeScratch } from "../support/scratch.ts";
import { bearer, startServe } from "../support/serve.ts";

test("a first search, which reads every session, does not hold up what reads the workspace", async () => {
  const home = makeScratch();
  const project = path.join(home, "project");
  fs.mkdirSync(project);
  generateSessions(home, { sessions: 1500, bytes: 2000 });
  const env = { HOME: home, USERPROFILE: home, XDG_DATA_HOME: path.join(home, "data") };
  holdall(["init"], { cwd: project, env });
  const server = await startServe(project, env);
  const ended: string[] = [];
  const search = await fetch(`${server.origin}/api/v1/search`, {
    method: "POST",
    headers: {
      ...bearer(server.tokens.person),
      "content-type": "application/json",
      accept: "text/event-stream",
    },
    body: JSON.stringify({ words: ["tides"] }),
  });
  const reader = search.body?.getReader();
  const decoder = new TextDecoder();
  let text = "";
  while (!text.includes("indexing session")) text += decoder.decode((await reader?.read())?.value);
  const shown = server.call("person", "state/show").then(({ status }) => {
    assert.equal(status, 200);
    ended.push("state");
  });
  while (!text.includes("event: result")) text += decoder.decode((await reader?.read())?.value);
  ended.push("search");
  await shown;
  assert.deepEqual(ended, ["state", "search"]);
  assert.equal(await server.end(), 0);
});
