/** Switching between projects: only to folders of the server's own list, only for a person. */
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { claudeSession, placeClaudeSession } from "../app/open-app.ts";
import { holdall } from "../support/program.ts";
import { makeScratch } from "../support/scratch.ts";
import { bearer, startServe } from "../support/serve.ts";

test("a person opens a project that a session names, by its id; nobody opens a path", async () => {
  const scratch = fs.realpathSync(makeScratch());
  const home = path.join(scratch, "home");
  const env = { HOME: home, USERPROFILE: home };
  const here = path.join(scratch, "here");
  const other = path.join(scratch, "other");
  const linked = path.join(scratch, "linked");
  for (const folder of [here, other]) fs.mkdirSync(folder);
  fs.symlinkSync(other, linked);
  for (const [at, project] of [here, other, linked, path.join(scratch, "gone")].entries()) {
    const demo = { project, home, env };
    const id = `${at}0000000-0000-4000-8000-000000000000`;
    placeClaudeSession(demo, id, claudeSession(demo, id, ["Hello", "Hi"]));
  }
  holdall(["init"], { cwd: other, env });
  const server = await startServe(here, env);
  const call = (place: string, project: string, token = server.tokens.person) =>
    server.send(`/api/v1/${place}`, {
      method: "POST",
      headers: {
        ...bearer(token),
        "content-type": "application/json",
        "holdall-project": project,
      },
      body: "{}",
    });

  const listed = await server.call("person", "projects");
  const projects = listed.json?.projects as { id: string; folder: string; here: boolean }[];
  // A link, and a folder that is gone, are in sessions, and not in the list.
  assert.deepEqual(projects.map(({ folder }) => folder).sort(), [here, other]);
  const id = projects.find(({ folder }) => folder === other)?.id ?? "";
  assert.equal((await server.call("person", "overview")).json?.workspace, null);
  const overview = await call("overview", id);
  assert.equal(Object(overview.json?.workspace).location, path.join(other, ".holdall"));
  const sessions = await call("sessions", id);
  assert.deepEqual([sessions.json?.folder, sessions.json?.found], [other, 2]);

  assert.equal((await call("overview", other)).status, 404);
  assert.equal((await call("overview", "0".repeat(16))).status, 404);
  assert.equal((await call("status", id, server.tokens.program)).status, 404);
  fs.rmSync(other, { recursive: true });
  assert.equal((await call("overview", id)).status, 404);
  await server.end();
});
