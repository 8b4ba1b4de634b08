import assert from "node:assert/strict";
import { EventEmitter } from "node:events";
import { test } from "node:test";
import { pickFromList, pressKey, renderList } from "./pick-list.ts";

const animals = ["ant", "bee", "cat", "antelope"];
const list = {
  heading: "Which?",
  entries: (filter: string) =>
    animals.filter((each) => each.includes(filter)).map((line) => ({ line, value: line })),
};
const start = { filter: "", at: 0 };

test("keys move, type and take back within the list", () => {
  assert.deepEqual(pressKey(start, { name: "down" }, 4), { filter: "", at: 1 });
  assert.deepEqual(pressKey({ filter: "", at: 3 }, { name: "down" }, 4), { filter: "", at: 3 });
  assert.deepEqual(pressKey(start, { name: "up" }, 4), start);
  const typed = pressKey({ filter: "a", at: 2 }, { name: "n", sequence: "n" }, 3);
  assert.deepEqual(typed, { filter: "an", at: 0 });
  const takenBack = pressKey({ filter: "an", at: 1 }, { name: "backspace" }, 2);
  assert.deepEqual(takenBack, { filter: "a", at: 0 });
  assert.deepEqual(pressKey(start, { name: "f5", sequence: "\u001b[15~" }, 4), start);
});

test("Enter chooses where something is left; Esc takes the filter back, and then leaves", () => {
  assert.equal(pressKey(start, { name: "return" }, 4), "chosen");
  const nothing = { filter: "z", at: 0 };
  assert.deepEqual(pressKey(nothing, { name: "return" }, 0), nothing);
  assert.deepEqual(pressKey({ filter: "z", at: 0 }, { name: "escape" }, 0), start);
  assert.equal(pressKey(start, { name: "escape" }, 4), "cancelled");
  assert.equal(pressKey(start, { name: "c", ctrl: true }, 4), "interrupted");
});

test("a list fits the screen, with the chosen line on it", () => {
  const lines = renderList(list, { filter: "", at: 3 }, { columns: 8, rows: 6 });
  assert.deepEqual(lines, ["Which?", "  cat", "> ante…", "  and …", "Filter…"]);
  const wide = { heading: "?", entries: () => [{ line: "日本語の記録", value: 1 }] };
  const [, drawn = ""] = renderList(wide, start, { columns: 11, rows: 24 });
  assert.equal(drawn, "> 日本語…", "a line that wraps would spoil what is drawn over it");
  const none = renderList(list, { filter: "zebra", at: 0 }, { columns: 40, rows: 24 });
  assert.deepEqual(none, ["Which?", "  nothing matches", "Filter: zebra"]);
});

test("pickFromList() gives the terminal back as it was, whatever is pressed", async () => {
  const modes: boolean[] = [];
  const input = Object.assign(new EventEmitter(), {
    setRawMode: (mode: boolean) => void modes.push(mode),
    resume: () => {},
    pause: () => {},
  });
  const screen: string[] = [];
  const output = { columns: 80, rows: 24, write: (text: string) => screen.push(text) > 0 };
  const pick = async (...keys: readonly object[]) => {
    const picked = pickFromList(list, { input, output } as never);
    for (const key of keys) input.emit("keypress", undefined, key);
    const found = await picked;
    return found === null || typeof found === "string" ? found : found.value;
  };
  assert.equal(await pick({ sequence: "a" }, { name: "down" }, { name: "return" }), "cat");
  assert.equal(await pick({ name: "escape" }), null);
  assert.equal(await pick({ name: "c", ctrl: true }), "interrupted");
  assert.deepEqual(modes, [true, false, true, false, true, false]);
  assert.equal(input.listenerCount("keypress"), 0);
  assert.match(screen.join(""), /> cat/);
});
