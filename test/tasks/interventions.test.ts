import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { makeScratch } from "../support/scratch.ts";
import { holdall, holdallJson } from "../support/warm-program.ts";

/** What the model of an answer read and wrote. */
const USAGE = { input_tokens: 1_000_000, output_tokens: 500_000 };

test("task pack --from-session records how often a person stepped in, and the cost at their own prices", () => {
  const cwd = makeScratch();
  const at = "2026-05-01T10:00:00.000Z";
  const user = (uuid: string, parentUuid: string | null, content: string) => {
    return { type: "user", uuid, parentUuid, content };
  };
  const records = [
    user("u1", null, "Fix the login."),
    { type: "assistant", uuid: "a1", parentUuid: "u1", content: "I changed the form." },
    user("u2", "a1", "[Request interrupted by user]"),
    user("u3", "u2", "No, change the server."),
    { type: "assistant", uuid: "a2", parentUuid: "u3", content: "Done." },
  ];
  const lines = records.map(({ type, uuid, parentUuid, content }) =>
    JSON.stringify({
      type,
      uuid,
      parentUuid,
      sessionId: "0b9ad4d0-9a3e-4d59-8f4f-6a1f1f6f9c11",
      cwd: "/nowhere",
      version: "2.1.0",
      isSidechain: false,
      timestamp: at,
      message: {
        role: type,
        content: [{ type: "text", text: content }],
        ...(type === "assistant" ? { id: uuid, model: "own-1", usage: USAGE } : {}),
      },
    }),
  );
  const session = path.join(cwd, "0b9ad4d0-9a3e-4d59-8f4f-6a1f1f6f9c11.jsonl");
  fs.writeFileSync(session, `${lines.join("\n")}\n`);
  const settings = path.join(cwd, "settings");
  fs.mkdirSync(path.join(settings, "holdall"), { recursive: true });
  const prices = { date: "2026-05", source: "mine", models: { "own-1": { input: 1, output: 2 } } };
  fs.writeFileSync(path.join(settings, "holdall/prices.json"), JSON.stringify(prices));
  const packed = holdall(["task", "pack", "--from-session", session, "--out", "task"], {
    cwd,
    env: { XDG_CONFIG_HOME: settings },
  });
  assert.equal(packed.code, 0, packed.stderr);
  const document = JSON.parse(fs.readFileSync(path.join(cwd, "task/bundle.json"), "utf8"));
  assert.deepEqual(document.interventions, {
    count: 2,
    list: [
      { kind: "interrupt", at },
      { kind: "message", at },
    ],
  });
  // The person's own prices count: 2 million tokens read and 1 million written.
  assert.deepEqual([document.run.cost.usd, document.run.cost.pricesDate], [4, "2026-05"]);
  assert.equal(holdallJson(["task", "inspect", "task"], { cwd }).json.interventions, 2);
  assert.match(holdall(["task", "inspect", "task"], { cwd }).stdout, /^ *interventions +2$/m);
});
