import assert from "node:assert/strict";
import { test } from "node:test";
import { createTerminal } from "../../terminal.ts";
import present from "./activity.ts";

type Output = Parameters<typeof present>[0];

const day: Output["days"][number] = {
  day: "2026-03-01",
  agent: "opencode",
  sessions: 1,
  messages: 1217,
  calls: 10_220,
  tokens_in: 24_600_000,
  tokens_out: 69_292,
  cost_usd: 1016.86,
  unpriced: 0,
};
const output: Output = {
  folder: null,
  agent: null,
  since: "2026-03-01",
  until: "2026-03-01",
  sessions: 1,
  unread: 0,
  days: [day],
  prices: { date: "2026-02", source: "https://prices.example" },
  unreadable: [],
};

test("activity names what each number of a line is, within 80 columns", () => {
  const [line = ""] = present(output, createTerminal({ columns: 80 }, false, "/work"));
  assert.match(line, /1,217 messages +10,220 calls +24\.7M tokens +\$1016\.86$/);
  assert.ok(line.length <= 80, line);
});
