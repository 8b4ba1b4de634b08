import assert from "node:assert/strict";
import { test } from "node:test";
import { arePlainNames, hiddenFault, pathFault, placeFault } from "./paths.ts";

test("arePlainNames() accepts no name that pathFault() refuses, nor one that JSON escapes", () => {
  assert.equal(arePlainNames(["2026-01-01T10-00Z.md", "a", "b_c", "-"]), true);
  for (const name of ["", ".a", "..", 'a"b', "a\\b", "a\nb", "a\0b", "ä", "a b", "\ud800"]) {
    for (const names of [[name], ["a", name], [name, "a"], ["a", name, "b"]]) {
      assert.equal(arePlainNames(names), false, JSON.stringify(names));
    }
  }
  assert.equal(arePlainNames([]), false);
  assert.equal(pathFault("a"), null);
});

test("hiddenFault() names what of a name cannot be seen", () => {
  assert.equal(hiddenFault("a\u001b[2J.md"), "contains the control character U+001B");
  assert.equal(hiddenFault("a/b\u0085"), "contains the control character U+0085");
  assert.equal(hiddenFault("invoice\u202egpj.exe"), "contains the invisible character U+202E");
  assert.equal(hiddenFault("a\u{e0041}"), "contains the invisible character U+E0041");
});

test("hiddenFault() refuses every control, separator, mark of direction and ignorable character between letters", () => {
  const isHidden =
    /(?!\n)[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]/u;
  const wrong: string[] = [];
  for (let code = 0; code <= 0x10ffff; code++) {
    const name = `a${String.fromCodePoint(code)}b`;
    if ((hiddenFault(name) !== null) !== isHidden.test(name)) wrong.push(code.toString(16));
  }
  assert.deepEqual(wrong, []);
});

test("hiddenFault() accepts joiners and selectors that can be seen, and a line feed", () => {
  for (const name of ["👩‍💻", "❤️", "می‌خواهم", "क्‍ष", "അവന്‍.md", "葛\u{e0100}", "a\nb", "Zürich"]) {
    assert.equal(hiddenFault(name), null, JSON.stringify(name));
  }
  for (const name of ["\u200da", "a\u200d.md", "ന്\u200d\u200d", "می\u200c"]) {
    assert.notEqual(hiddenFault(name), null, JSON.stringify(name));
  }
});

test("placeFault() looks at where a path leads, and pathFault() at both", () => {
  assert.equal(placeFault("a\u202eb"), null);
  assert.notEqual(pathFault("a\u202eb"), null);
  assert.notEqual(placeFault("../a"), null);
  assert.notEqual(pathFault("../a"), null);
});
