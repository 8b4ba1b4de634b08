import assert from "node:assert/strict";
import { test } from "node:test";
import { tools } from "../../src/agents/claude/tools.ts";
import { findDropped } from "../../src/transcripts/dropped/find-dropped.ts";
import { answered, asked, createItems, header, ran, reading, type Sketch } from "./create-items.ts";

const SUMMARY = `The user builds a lamp controller in src/lamp.ts. ${"The work goes on as planned. ".repeat(20)}`;

const edited = (call_id: string, file: string): Sketch[] => [
  { kind: "tool_call", call_id, name: "Edit", arguments: { file_path: file } },
  { kind: "tool_result", call_id, ok: true, content: "done" },
];

const EARLIER: readonly Sketch[] = [
  asked("Never switch the lamp on before the fuse was checked. Please build the controller."),
  ...edited("e1", "/home/dev/lamp/src/fuse.ts"),
  ...edited("e2", "/home/dev/lamp/src/lamp.ts"),
  ...ran("c1", "npm run test:fuse", "4 tests passed"),
  ...ran("c2", "mkdir docs", ""),
  answered("The controller is built.\n\nStill open:\n- the dimmer curve is not calibrated yet"),
];

const compaction = (summary: string | null, kept: string[] = []): Sketch => ({
  kind: "compaction",
  summary,
  kept,
});

async function droppedBy(...sketches: readonly Sketch[]) {
  const items = createItems(...sketches);
  return findDropped({ header, tools, items: reading(items) });
}

const listed = ({ items }: Awaited<ReturnType<typeof droppedBy>>) =>
  items.map(({ kind, number, text }) => `${kind} #${number} ${text}`);

test("findDropped() lists what is neither in the summary nor later, each with its number", async () => {
  const dropped = await droppedBy(...EARLIER, compaction(SUMMARY), asked("Go on"));
  assert.deepEqual(listed(dropped), [
    "decision #1 Never switch the lamp on before the fuse was checked",
    "open #6 the dimmer curve is not calibrated yet",
    "command #4 npm run test:fuse -> 4 tests passed",
    "file #2 src/fuse.ts",
  ]);
  assert.equal(dropped.compaction?.number, 7);
});

test("findDropped() leaves out what the summary says in other forms of the same words", async () => {
  const summary = `${SUMMARY} The lamp must never be switched on before its fuse is checked. The calibration of the dimmer curve is open. Tests run with npm run test:fuse. Changed: fuse.ts.`;
  const dropped = await droppedBy(...EARLIER, compaction(summary), asked("Go on"));
  assert.deepEqual(listed(dropped), []);
});

test("findDropped() leaves out what came up again later, or was kept beside the summary", async () => {
  const later = [
    ...ran("c9", "npm run test:fuse -- --watch", "ok"),
    answered("src/fuse.ts is fine"),
  ];
  const dropped = await droppedBy(...EARLIER, compaction(SUMMARY, ["i1"]), ...later);
  assert.deepEqual(listed(dropped), ["open #6 the dimmer curve is not calibrated yet"]);
});

test("findDropped() lists nothing that was taken back or removed later", async () => {
  const dropped = await droppedBy(
    ...EARLIER,
    compaction(SUMMARY),
    asked("The lamp may be switched on before the fuse was checked, never mind the fuse"),
    ...ran("c9", "rm src/fuse.ts", ""),
  );
  assert.deepEqual(
    listed(dropped).filter((line) => line.startsWith("decision") || line.startsWith("file")),
    [],
  );
});

test("findDropped() finds no compaction in a session without one, or in one that failed", async () => {
  assert.equal((await droppedBy(...EARLIER)).compaction, null);
  const failed = await droppedBy(...EARLIER, compaction("API Error: overloaded"), asked("Go on"));
  assert.equal(failed.compaction, null);
});

test("findDropped() says when the summary cannot be read, or nothing before it is in the session", async () => {
  const sealed = await droppedBy(...EARLIER, compaction(null), asked("Go on"));
  assert.equal(sealed.compaction?.is_readable, false);
  assert.notEqual(sealed.items.length, 0);
  const first = await droppedBy(compaction(SUMMARY), asked("Go on"));
  assert.equal(first.compaction?.has_earlier, false);
});
