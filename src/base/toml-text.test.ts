import assert from "node:assert/strict";
import { test } from "node:test";
import { readTable, removeTable, setTable, tomlString } from "./toml-text.ts";

const NAME = ["mcp_servers", "ours"] as const;
const VALUES = { command: '"x"', args: '["a"]' };
const TABLE = '[mcp_servers.ours]\ncommand = "x"\nargs = ["a"]\n';

test("setTable() writes a new table at the end, and removeTable() takes it away again", () => {
  for (const text of [
    "",
    'model = "m"\n',
    '# mine\n[a]\nb = 1 # c\n\n[mcp_servers.other]\ncommand = "o"\n',
    'text = """\n[mcp_servers.ours]\n"""\n',
    "list = [\n  [1],\n  [2]\n]\r\n",
  ]) {
    const more = setTable(text, NAME, VALUES);
    assert.ok(more.startsWith(text));
    assert.ok(more.replaceAll("\r", "").endsWith(TABLE));
    assert.equal(setTable(more, NAME, VALUES), more);
    assert.equal(removeTable(more, NAME), text);
  }
});

test("setTable() changes its own keys in place and keeps the others", () => {
  const before =
    '[mcp_servers.ours]\n# why\ncommand = "old"\nargs = [\n  "a", # one\n  "]",\n]\nenabled = true\n\n[z]\n';
  const after = setTable(before, NAME, VALUES);
  assert.equal(
    after,
    '[mcp_servers.ours]\ncommand = "x"\nargs = ["a"]\n# why\nenabled = true\n\n[z]\n',
  );
  assert.equal(setTable(after, NAME, VALUES), after);
});

test("removeTable() takes the tables below it too, and leaves comments and neighbours", () => {
  const text =
    '[a]\nx = 1\n\n[mcp_servers."ours"]\ncommand = "x"\n\n[mcp_servers.ours.env]\nK = "v"\n\n# of b\n[b]\n';
  const left = removeTable(text, NAME);
  assert.ok(!left.includes("ours") && !left.includes("K ="));
  assert.ok(left.includes("[a]\nx = 1\n") && left.includes("# of b\n[b]\n"));
});

test("readTable() tells the values as they are written", () => {
  assert.equal(readTable('[a]\nb = "c" \n', ["x"]), null);
  assert.deepEqual(
    [...(readTable(TABLE, NAME) ?? [])],
    [
      ["command", '"x"'],
      ["args", '["a"]'],
    ],
  );
});

test("readTable() reads a table in every notation", () => {
  const cases = [
    '[p."/a=b"]\nt = "yes"\n',
    '[p]\n"/a=b" = { t = "yes" }\n',
    'p = { "/a=b" = { t = "yes" } }\n',
    'p."/a=b".t = "yes"\n',
    '[p]\n"/a=b".t = "yes" \n',
    'p = { x = ["}", { y = 1 }], "/a=b".t = "yes" }\n',
    'p = {\n  # why, {\n  "/a=b" = { t = "yes" }, # so\n}\n',
    '[[q]]\nt = 1\n[p]\n"/a=b" = { t = "yes" } # so\n',
  ];
  for (const text of cases) {
    assert.deepEqual([...(readTable(text, ["p", "/a=b"]) ?? [])], [["t", '"yes"']], text);
    assert.equal(readTable(text, ["p", "/c"]), null, text);
  }
  assert.equal(readTable('[[p]]\na.t = "yes"\n', ["p", "a"]), null);
  assert.deepEqual(readTable("[p]\na = {}\n", ["p", "a"]), new Map());
});

test("removeTable() removes dotted keys, and refuses a table inside a value", () => {
  const left = 'x = 1\n[p]\nc.t = "no"\n';
  for (const text of [
    `x = 1\n[p]\na.t = "yes"\nc.t = "no"\n`,
    `x = 1\np.a.t = 2\n${left.slice(6)}`,
  ]) {
    assert.equal(removeTable(text, ["p", "a"]), left);
  }
  assert.throws(() => removeTable("p = { a = { t = 1 } }\n", ["p", "a"]), { code: "E_CONFLICT" });
});

test("a table in another form is refused, not written twice", () => {
  for (const text of [
    'mcp_servers.ours.command = "x"\n',
    'mcp_servers = { ours = { command = "x" } }\n',
    '[mcp_servers]\nours = { command = "x" }\n',
    '[mcp_servers]\n"ours".command = "x"\n',
  ]) {
    assert.throws(() => setTable(text, NAME, VALUES), { code: "E_CONFLICT" }, text);
  }
});

test("tomlString() escapes what a basic string cannot hold", () => {
  assert.equal(tomlString('C:\\a "b"\n'), '"C:\\\\a \\"b\\"\\n"');
});
