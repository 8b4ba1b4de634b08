import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { startHoldall } from "../support/program.ts";
import { makeScratch } from "../support/scratch.ts";

const isElsewhere = process.platform === "linux" ? false : "the opener of another platform is real";

test("serve --open gives the browser a code that is good once, and no token", {
  skip: isElsewhere,
}, async () => {
  const folder = makeScratch();
  const opened = path.join(folder, "opened");
  const opener = path.join(folder, "xdg-open");
  fs.writeFileSync(
    opener,
    `#!/bin/sh\nprintf '%s' "$*" > ${opened}.part\nmv ${opened}.part ${opened}\n`,
  );
  fs.chmodSync(opener, 0o755);
  const env = { PATH: `${folder}:${process.env.PATH}` };
  const child = startHoldall(["serve", "--port", "0", "--json", "--open"], { cwd: folder, env });
  try {
    const line = await new Promise<string>((resolve) => child.stdout?.once("data", resolve));
    const { tokens } = JSON.parse(String(line)) as { tokens: { person: string } };
    while (!fs.existsSync(opened)) await new Promise((resolve) => setTimeout(resolve, 20));
    const address = fs.readFileSync(opened, "utf8");
    assert.equal(address.includes(tokens.person), false);
    const { origin, hash } = new URL(address);
    const code = hash.replace("#code=", "");
    const ask = (method: string, bearer: string) =>
      fetch(`${origin}/api/v1/token`, { method, headers: { authorization: `Bearer ${bearer}` } });
    assert.equal((await ask("POST", "another-code-of-a-stranger")).status, 401);
    assert.equal((await ask("GET", code)).status, 401);
    const first = await ask("POST", code);
    assert.deepEqual([first.status, await first.json()], [200, { token: tokens.person }]);
    const noted = new Promise<string>((resolve) => child.stderr?.once("data", resolve));
    assert.equal((await ask("POST", code)).status, 401);
    assert.match(String(await noted), /used twice/);
  } finally {
    child.kill();
  }
});
