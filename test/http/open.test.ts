import assert from "node:assert/strict";
import fs from "node:fs";
import http from "node:http";
import path from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { startBrowser } from "../support/browser.ts";
import { startHoldall } from "../support/program.ts";
import { makeScratch } from "../support/scratch.ts";

const isElsewhere = process.platform === "linux" ? false : "the opener of another platform is real";

/** A server that has opened a browser, whose command line is kept instead. */
async function startOpen() {
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
  let noted = "";
  child.stderr?.on("data", (chunk) => {
    noted += chunk;
  });
  const line = await new Promise<string>((resolve) => child.stdout?.once("data", resolve));
  const { url, tokens } = JSON.parse(String(line));
  const { origin } = new URL(url);
  while (!fs.existsSync(opened)) await new Promise((resolve) => setTimeout(resolve, 20));
  const commandLine = fs.readFileSync(opened, "utf8");
  const page = fileURLToPath(commandLine);
  const text = fs.readFileSync(page, "utf8");
  const code = /#code=([\w-]+)/.exec(text)?.[1] ?? "";
  const ask = (method: string, bearer: string, place = "token") =>
    fetch(`${origin}/api/v1/${place}`, { method, headers: { authorization: `Bearer ${bearer}` } });
  const redeem = async () => Object(await (await ask("POST", code)).json());
  const end = () => child.kill();
  return { origin, tokens, commandLine, page, code, ask, redeem, end, noted: () => noted };
}

test("serve --open shows neither a code nor a token in the process list", {
  skip: isElsewhere,
}, async () => {
  const { tokens, commandLine, page, code, ask, redeem, end } = await startOpen();
  try {
    assert.equal(commandLine.includes(code) || commandLine.includes(tokens.person), false);
    const modes = [page, path.dirname(page)].map((each) => fs.statSync(each).mode & 0o777);
    assert.deepEqual(modes, [0o600, 0o700]);
    assert.equal(fs.readFileSync(page, "utf8").includes(tokens.person), false);
    assert.equal((await ask("POST", "another-code-of-a-stranger")).status, 401);
    assert.equal((await ask("GET", code)).status, 401);
    const { token } = await redeem();
    assert.equal((await ask("GET", token, "formats")).status, 200);
    assert.equal(fs.existsSync(page), false);
  } finally {
    end();
  }
});

test("a code that is offered again ends the token that it gave, and what is open with it", {
  skip: isElsewhere,
}, async () => {
  const { origin, tokens, code, ask, redeem, end, noted } = await startOpen();
  try {
    const { token } = await redeem();
    // A connection that the thief keeps open.
    const agent = new http.Agent({ keepAlive: true });
    const closed = new Promise<void>((resolve) => {
      const headers = { authorization: `Bearer ${token}` };
      http.get(`${origin}/api/v1/formats`, { agent, headers }, (response) => {
        response.resume();
        response.socket.once("close", () => resolve());
      });
    });
    assert.equal((await ask("GET", token, "formats")).status, 200);
    assert.equal((await ask("POST", code).catch(() => ({ status: 401 }))).status, 401);
    assert.equal((await ask("GET", token, "formats")).status, 401);
    await closed;
    assert.equal((await ask("GET", tokens.person, "formats")).status, 200);
    assert.match(noted(), /used twice/);
  } finally {
    end();
  }
});

test("a browser that opens the page is in the app, and no other page leads there afterwards", {
  skip: isElsewhere,
}, async () => {
  const { page, end } = await startOpen();
  const stranger = path.join(makeScratch(), "stranger.html");
  fs.copyFileSync(page, stranger);
  const browser = await startBrowser();
  try {
    const tab = await browser.newPage();
    await tab.goto(`file://${page}`);
    await tab.waitForURL(/^http:/);
    await tab.waitForSelector("main");
    assert.equal(await tab.getByText("token", { exact: false }).count(), 0);
    assert.equal(new URL(tab.url()).hash.includes("code="), false);
    const other = await browser.newPage();
    const refused = other.waitForResponse((response) => response.url().startsWith("http:"));
    await other.goto(`file://${stranger}`).catch(() => undefined);
    assert.equal((await refused).status(), 403);
  } finally {
    await browser.close();
    end();
  }
});
