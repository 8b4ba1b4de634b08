import assert from "node:assert/strict";
import { homedir } from "node:os";
import { afterEach, test } from "node:test";
import { columns, createProgress, createTerminal, progressForm, wrap } from "./terminal.ts";

const { TERM, NO_COLOR, FORCE_COLOR } = process.env;

afterEach(() => set({ TERM, NO_COLOR, FORCE_COLOR }));

function set(variables: Readonly<Record<string, string | undefined>>): void {
  for (const [name, value] of Object.entries(variables)) {
    if (value === undefined) delete process.env[name];
    else process.env[name] = value;
  }
}

/** Whether text on a terminal is coloured in an environment. */
function isColored(variables: Readonly<Record<string, string | undefined>>, asked = true): boolean {
  set({ TERM: "xterm", NO_COLOR: undefined, FORCE_COLOR: undefined, ...variables });
  return createTerminal({ isTTY: true }, asked).style("red", "x") !== "x";
}

test("createTerminal() colours text on a terminal that can show it", () => {
  assert.equal(isColored({}), true);
  assert.equal(isColored({ TERM: "dumb" }), false);
  assert.equal(isColored({ TERM: "dumb", FORCE_COLOR: "1" }), true);
  assert.equal(isColored({ NO_COLOR: "1", FORCE_COLOR: "1" }), false);
  assert.equal(isColored({}, false), false);
  assert.equal(createTerminal({}, true).style("red", "x"), "x");
});

test("createTerminal() shows a folder below the home with ~, and one below the current folder without", () => {
  const home = homedir();
  const terminal = createTerminal({}, false, `${home}/orchard`);
  assert.equal(terminal.folder(`${home}/code/tides`), "~/code/tides");
  assert.equal(terminal.path(`${home}/code/tides`), `${home}/code/tides`);
  assert.equal(terminal.folder(`${home}/orchard/x`), "x");
  assert.equal(terminal.folder(`${home}-other`), `${home}-other`);
});

test("createTerminal() cleans lines of everything but its own styles", () => {
  set({ TERM: "xterm", NO_COLOR: undefined, FORCE_COLOR: undefined });
  const colored = createTerminal({ isTTY: true }, true);
  const plain = createTerminal({}, false);
  const line = `${colored.style("red", "E_PATH")}  a\u001b]0;owned\u0007\u001b[8mb\u202ec`;
  const cleaned = "  a\\u001b]0;owned\\u0007\\u001b[8mb\\u202ec";
  assert.equal(colored.clean(line), `${colored.style("red", "E_PATH")}${cleaned}`);
  assert.equal(plain.clean("\u001b[31mred"), "\\u001b[31mred");
  for (const style of ["bold", "dim", "red", "green", "yellow", "cyan"] as const) {
    const styled = colored.style(style, "x");
    assert.equal(colored.clean(styled), styled);
  }
});

test("wrap() breaks a text at spaces and indents the lines behind the first", () => {
  assert.deepEqual(wrap("one two three", 8, "  "), ["one two", "  three"]);
});

test("columns() puts a long label on a line of its own", () => {
  const terminal = createTerminal({ columns: 60 }, false);
  const rows = columns(
    [
      ["short", "a"],
      ["x".repeat(40), "b"],
    ],
    terminal,
  );
  assert.deepEqual(rows, [`  ${"short".padEnd(30)}a`, `  ${"x".repeat(40)}`, `${" ".repeat(32)}b`]);
});

test("createProgress() writes lines after a second, and then not often, where nothing can be drawn", (context) => {
  context.mock.timers.enable({ apis: ["Date"], now: 0 });
  const written: string[] = [];
  // Only what is written counts here.
  const stream = { write: (text: string) => written.push(text) } as unknown as NodeJS.WriteStream;
  const lines = createProgress(stream, "lines");
  const none = createProgress(stream, "none");
  for (let step = 0; step < 100; step++) {
    context.mock.timers.tick(100);
    lines.show(`step ${step}`);
    none.show("never");
  }
  assert.deepEqual(written, ["step 9\n", "step 59\n"]);
});

test("createProgress() draws several lines again in their place, cut to the screen, and removes them", (context) => {
  context.mock.timers.enable({ apis: ["Date"], now: 0 });
  const written: string[] = [];
  const write = (text: string) => written.push(text);
  // Only what is written and the size count here.
  const stream = { write, columns: 10, rows: 4 } as unknown as NodeJS.WriteStream;
  const progress = createProgress(stream, "drawn");
  for (const text of ["one\ntwo", "a line that is long\n2\n3\n4\n5"]) {
    context.mock.timers.tick(2000);
    progress.show(text);
  }
  progress.clear();
  assert.deepEqual(written, [
    "\r\u001b[Jone\ntwo",
    "\r\u001b[1A\u001b[Ja line t…\n2\n3",
    "\r\u001b[2A\u001b[J",
  ]);
  const log: string[] = [];
  const piped = createProgress({ write: (text: string) => log.push(text) } as never, "lines");
  context.mock.timers.tick(2000);
  piped.show("one\ntwo");
  assert.deepEqual(log, ["one\n"]);
});

test("progressForm() writes lines into a log only for commands that give their result piece by piece", () => {
  const log = { isSilent: false, canRedraw: false };
  assert.equal(progressForm({}, log), "none");
  assert.equal(progressForm({ piece: {} }, log), "lines");
  assert.equal(progressForm({}, { ...log, canRedraw: true }), "drawn");
  assert.equal(progressForm({ piece: {} }, { isSilent: true, canRedraw: true }), "none");
});
