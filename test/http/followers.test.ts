import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import fs from "node:fs";
import http from "node:http";
import path from "node:path";
import { test } from "node:test";
import { holdall, holdallJson } from "../support/program.ts";
import { makeScratch } from "../support/scratch.ts";
import { bearer, startServe } from "../support/serve.ts";

const project = path.join(makeScratch(), "project");
fs.mkdirSync(project);
holdall(["init"], { cwd: project });
const server = await startServe(project);
const id = String(holdallJson(["thread", "new"], { cwd: project }).json.thread_id);

const PULSE = Buffer.from(":\n\n");

/** Follows the thread from its second event on; resolves with the hash of that event. */
function follow(caller: "person" | "program"): Promise<string> {
  return new Promise((resolve, reject) => {
    const url = `${server.origin}/api/v1/thread/follow?id=${id}&from-seq=1`;
    const headers = bearer(server.tokens[caller]);
    const request = http.get(url, { headers, agent: false }, (response) => {
      const hash = createHash("sha256");
      response.on("error", () => {});
      response.on("close", () => reject(new Error(`the stream ended: ${response.statusCode}`)));
      response.on("data", (part: Buffer) => {
        // A stream that was silent for long shows that it is alive.
        if (part.equals(PULSE)) return;
        hash.update(part);
        if (!part.subarray(-2).equals(Buffer.from("\n\n"))) return;
        resolve(hash.digest("hex"));
        request.destroy();
      });
    });
    request.on("error", reject);
  });
}

test("many that follow get a message of 10 MB, all the same bytes, and others are answered meanwhile", async () => {
  const followers = Array.from({ length: 40 }, () => follow("person"));
  const text = "ä line of the log\n".repeat(550_000);
  const posted = await server.call("person", "thread/post", { id, text });
  assert.equal(posted.status, 200);
  let isDone = false;
  const all = Promise.all(followers).finally(() => {
    isDone = true;
  });
  let answered = 0;
  while (!isDone) {
    assert.equal((await server.call("person", "state/show")).status, 200);
    answered++;
  }
  assert.equal(new Set(await all).size, 1);
  // With all followers at once, one call waited until the last of them had its message.
  assert(answered > 2, `${answered} calls were answered meanwhile`);
});
