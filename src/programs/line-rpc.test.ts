import assert from "node:assert/strict";
import { test } from "node:test";
import { openLineRpc } from "./line-rpc.ts";
import { startProgram } from "./start-program.ts";

const LIMITS = { maxLineBytes: 1000, maxBytes: 10_000 };
const LIMIT_MS = 30_000;

/** A program that calls `line(message)` for every line it reads, and has `send(message)`. */
function startServer(code: string) {
  const script = `
    const send = (message) => process.stdout.write(JSON.stringify(message) + "\\n");
    const line = (message) => { ${code} };
    let text = "";
    process.stdin.on("data", (chunk) => {
      const lines = (text + chunk).split("\\n");
      text = lines.pop();
      for (const each of lines) line(JSON.parse(each));
    });`;
  return startProgram({
    program: process.execPath,
    args: ["-e", script],
    variables: [],
    timeoutMs: LIMIT_MS,
  });
}

async function ask(code: string, onNotification: (method: string) => void = () => {}) {
  const program = startServer(code);
  try {
    const { ask: question } = openLineRpc(program, { ...LIMITS, onNotification });
    return await question("greet", { name: "Rosa" }, LIMIT_MS);
  } finally {
    program.end();
    await program.ended;
  }
}

test("ask() resolves with the result, whatever else the program prints", async () => {
  const heard: string[] = [];
  const code = `
    console.log("starting"); console.log("{"); console.log("[1]");
    send({ method: "news", params: {} });
    send({ id: message.id + 1, result: "of another question" });
    send({ id: message.id, result: message.params.name });`;
  const result = await ask(code, (method) => void heard.push(method));
  assert.deepEqual([result, heard], ["Rosa", ["news"]]);
});

test("ask() refuses what the program asks for", async () => {
  const code = `
    if (message.method === "greet") send({ id: 7, method: "fs/read_text_file", params: {} });
    else send({ id: 1, result: [message.id, message.error.code, message.result] });`;
  assert.deepEqual(await ask(code), [7, -32601, null]);
});

for (const [what, code, why] of [
  ["answers with an error", `send({ id: message.id, error: { message: "no" } });`, /^Error: no$/],
  [
    "sends a line without an end",
    `setInterval(() => process.stdout.write("x".repeat(500)), 1);`,
    /a line has more/,
  ],
  [
    "never stops sending",
    `setInterval(() => send({ method: "x".repeat(500) }), 1);`,
    /it sent more/,
  ],
  ["ends", `console.error("out of coins"); process.exit(3);`, /code 3: out of coins/],
  ["crashes", `throw new TypeError("no such coin");`, /code 1: TypeError: no such coin$/],
] as const) {
  test(`ask() rejects when the program ${what}`, async () => {
    await assert.rejects(ask(code), why);
  });
}

test("ask() rejects when the program gives no answer in time", async () => {
  const program = startServer("");
  const { ask: question } = openLineRpc(program, LIMITS);
  await assert.rejects(question("greet", {}, 1), /no answer to greet/);
  program.end();
  await program.ended;
});
