import assert from "node:assert/strict";
import { test } from "node:test";
import type { Agent } from "../../agents/agent.ts";
import claude from "../../agents/claude/claude.ts";
import { readDetail } from "./read-session.ts";

const session = {
  agent: "claude",
  id: "s",
  path: "/s.jsonl",
  cwd: null,
  bytes: 0,
  modified_ms: 0,
  parent_id: null,
};

test("readDetail() reads a session once, also when only the rest shows whether its title has a secret", async () => {
  const secret = "Hx7Qp2Lm9Zt4Wc8Rb5";
  const asked = (uuid: string, parentUuid: string | null, content: string) => ({
    type: "user",
    uuid,
    parentUuid,
    sessionId: "s",
    message: { role: "user", content },
  });
  const records = [
    asked("1", null, `look at ${secret}`),
    asked("2", "1", `the password is ${secret}`),
  ];
  const bytes = Buffer.from(records.map((record) => `${JSON.stringify(record)}\n`).join(""));
  let readings = 0;
  const agent: Agent = {
    ...claude,
    open: async () => ({
      session,
      files: [
        {
          path: "s.jsonl",
          bytes: bytes.length,
          read: async function* () {
            yield bytes;
          },
        },
      ],
    }),
    read(source) {
      readings++;
      return claude.read(source);
    },
  };
  const { title, messages } = await readDetail(agent, session, new Map());
  assert.match(title ?? "", /^look at /);
  assert.doesNotMatch(title ?? "", new RegExp(secret));
  assert.equal(messages, 2);
  assert.equal(readings, 1);
});
