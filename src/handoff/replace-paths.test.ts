import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "../../test/support/property.ts";
import { createPathReplacer } from "./replace-paths.ts";

const toServer = createPathReplacer([["/home/rosa", "/srv"]]);

const replaced: readonly (readonly [string, string])[] = [
  ["/home/rosa", "/srv"],
  ["/home/rosa/", "/srv/"],
  ["It is in /home/rosa.", "It is in /srv."],
  ["Is it in /home/rosa? In /home/rosa/a.ts!", "Is it in /srv? In /srv/a.ts!"],
  ["cd /home/rosa... done", "cd /srv... done"],
  ["at /home/rosa:12:5, then", "at /srv:12:5, then"],
  ["PATH=/home/rosa/bin:/home/rosa:/bin", "PATH=/srv/bin:/srv:/bin"],
  ["[a](/home/rosa/a.md) `/home/rosa`", "[a](/srv/a.md) `/srv`"],
  ["<cwd>/home/rosa</cwd>", "<cwd>/srv</cwd>"],
  ["**/home/rosa**", "**/srv**"],
  ["@/home/rosa/a.md", "@/srv/a.md"],
  ["file:///home/rosa/a file://localhost/home/rosa", "file:///srv/a file://localhost/srv"],
  ['{"cwd":"/home/rosa","then":"\\n/home/rosa\\n"}', '{"cwd":"/srv","then":"\\n/srv\\n"}'],
  ['"{\\"cwd\\":\\"/home/rosa\\"}"', '"{\\"cwd\\":\\"/srv\\"}"'],
  ['"\\/home\\/rosa\\/a" "file:\\/\\/\\/home\\/rosa"', '"\\/srv\\/a" "file:\\/\\/\\/srv"'],
  ["cc -I/home/rosa/include --out=/home/rosa", "cc -I/srv/include --out=/srv"],
  ["+/home/rosa/a\n-/home/rosa/b", "+/srv/a\n-/srv/b"],
  ["\u001b[35m/home/rosa/a\u001b[0m", "\u001b[35m/srv/a\u001b[0m"],
  ["在/home/rosa目录。/home/rosa에서", "在/srv目录。/srv에서"],
  ["/home/rosa/home/rosa", "/srv/home/rosa"],
];

for (const [text, expected] of replaced) {
  test(`createPathReplacer() replaces the path in ${JSON.stringify(text)}`, () => {
    assert.equal(toServer(text), expected);
  });
}

const others: readonly string[] = [
  "/backup/home/rosa",
  "/backup//home/rosa",
  "/文件/home/rosa",
  "./home/rosa ../home/rosa ~/home/rosa …/home/rosa",
  "https://example.org/home/rosa",
  '$ROOT/home/rosa "$ROOT"/home/rosa $(pwd)/home/rosa',
  `\${ROOT}/home/rosa "\${ROOT}"/home/rosa`,
  "/home/rosa-old /home/rosa_2 /home/rosa2 /home/rosaé /home/rosa~",
  "/home/rosa.txt /home/rosa.d/a /home/rosa.* /home/rosa..d",
  "/home/rosa%20old /home/rosa\\ old",
];

for (const text of others) {
  test(`createPathReplacer() leaves ${JSON.stringify(text)}`, () => {
    assert.equal(toServer(text), text);
  });
}

test("createPathReplacer() replaces paths of Windows in every spelling", () => {
  const replace = createPathReplacer([["C:\\Users\\rosa", "D:\\site"]]);
  assert.equal(replace("C:\\Users\\rosa\\a.ts, C:\\Users\\rosa."), "D:\\site\\a.ts, D:\\site.");
  assert.equal(replace('{"cwd":"C:\\\\Users\\\\rosa\\\\a"}'), '{"cwd":"D:\\\\site\\\\a"}');
  assert.equal(replace("file:///C:/Users/rosa/a"), "file:///D:/site/a");
  assert.equal(replace("C:\\Users\\rosa-old"), "C:\\Users\\rosa-old");
  assert.equal(createPathReplacer([["C:\\Users", "/srv"]])("C:/Users/a"), "/srv/a");
});

test("createPathReplacer() takes the longest path that fits, and replaces nothing twice", () => {
  const replace = createPathReplacer([
    ["/a", "/b"],
    ["/b", "/a"],
    ["/a/lamp", "/light"],
  ]);
  assert.equal(replace("/a/x /b/x /a/lamp /a/lamp-old"), "/b/x /a/x /light /b/lamp-old");
});

test("createPathReplacer() writes the root of a disk as one", () => {
  const replace = createPathReplacer([["/home/rosa", ""]]);
  assert.equal(replace("/home/rosa/a in /home/rosa."), "/a in /.");
});

interface Path {
  readonly root: string;
  readonly names: readonly string[];
}

const paths = fc.record({
  root: fc.constantFrom("/", "/", "/", "./", "../", "~/", "$HOME/", "x/", "/x//"),
  names: fc.array(fc.constantFrom("a", "b", "ab", "b-old", "b.txt", "b_", ".b", "b~", "a b", "é"), {
    minLength: 1,
    maxLength: 4,
  }),
});
const before = fc.constantFrom(..." \"'`([@=", "", "<p>", "file://", "\\n");
const after = fc.constantFrom(..."\n,;:!?.\"'`)]/", "", ":12", "</p>", "\\n", '.\\"', "...");

test("createPathReplacer() replaces exactly the paths that begin with the names asked for", () => {
  const places = fc.array(fc.tuple(before, paths, after), { maxLength: 6 });
  const old = fc.constantFrom(["a"], ["a", "b"], ["é"], ["a", "b.txt"]);
  const next = fc.constantFrom("/srv", "/$&/x", "/a/b");
  fc.assert(
    fc.property(places, old, next, (found, names, replacement) => {
      const write = (spell: (path: Path) => string) =>
        found.map(([start, path, end]) => `${start}${spell(path)}${end}`).join(" ");
      const asked = spell({ root: "/", names });
      const replace = createPathReplacer([[asked, replacement]]);
      const expected = write((path) =>
        beginsWith(path, names) ? replacement + spell(path).slice(asked.length) : spell(path),
      );
      assert.equal(replace(write(spell)), expected);
    }),
  );
});

function spell({ root, names }: Path): string {
  return root + names.join("/");
}

/** Compares name by name. A space ends a path as well: nothing shows that `/a b` is one name. */
function beginsWith({ root, names: own }: Path, names: readonly string[]): boolean {
  if (root !== "/") return false;
  const last = names.length - 1;
  return names.every(
    (name, at) => own[at] === name || (at === last && own[at]?.split(" ")[0] === name),
  );
}
