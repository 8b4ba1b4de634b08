import assert from "node:assert/strict";
import { test } from "node:test";
import { parse, stringify } from "smol-toml";
import { HoldallError } from "../../src/base/errors.ts";
import { removeTable, setTable, tomlString } from "../../src/base/toml-text.ts";
import fc from "../support/property.ts";

const NAME = ["mcp_servers", "ours"] as const;
const ours = { command: "x", args: ["a", 'b"]#'] };
const VALUES = { command: tomlString("x"), args: `[${ours.args.map(tomlString).join(", ")}]` };

/** Values in every form that TOML has, with what a reader might take for a table, a comment or an end. */
const value = fc.oneof(
  fc.string({ maxLength: 20 }).map(tomlString),
  fc.constantFrom(
    "1_000",
    "-0.5e3",
    "inf",
    "true",
    "1979-05-27T07:32:00Z",
    "07:32:00",
    "0xff",
    "'[a]'",
    '"""\n[mcp_servers.ours]\n\\""" # "\n"""',
    "'''\n[b]\nc = '' # x\n'''",
    '"#\\"]"',
    "[]",
    "[ # a ]\n  1,\n  [2, 3], # ]\n]",
    "{ a = 1, 'b c' = [1] }",
    '["""\n]""", "]"]',
  ),
);
const key = fc.oneof(
  fc.stringMatching(/^[\w-]{1,8}$/),
  fc.constantFrom('"a.b"', "'[x]'", '"#"', '"a\\"b"', "mcp_servers", "ours", "a . b"),
);
const end = fc.constantFrom("\n", "\n", " # [mcp_servers.ours]\n", "\n\n# note\n", "\r\n");
const statement = fc
  .tuple(key, value, end)
  .map(([name, value, after]) => `${name} = ${value}${after}`);
const head = fc.oneof(
  fc.tuple(key, end).map(([name, after]) => `[${name}]${after}`),
  fc.tuple(key, end).map(([name, after]) => `[[${name}]]${after}`),
  fc.constantFrom(
    "[mcp_servers.ours]\n",
    "[mcp_servers.other] # ours\n",
    '[ mcp_servers . "ours" ]\n',
  ),
);
/** Texts that the other reader accepts. */
const written = fc
  .array(fc.oneof({ weight: 3, arbitrary: statement }, head), { maxLength: 8 })
  .map((lines) => lines.join(""))
  .filter((text) => read(text) !== null);
const serialised = fc
  .dictionary(fc.string({ maxLength: 6 }), fc.jsonValue({ maxDepth: 3 }))
  .map((object) => {
    try {
      return stringify(JSON.parse(JSON.stringify(object)));
    } catch {
      return ""; // TOML has no null.
    }
  })
  .filter((text) => read(text) !== null);
const documents = fc.oneof(written, written, serialised);

function read(text: string): Record<string, unknown> | null {
  try {
    return JSON.parse(JSON.stringify(parse(text)));
  } catch {
    return null;
  }
}

function serversIn(document: Record<string, unknown>): Record<string, unknown> {
  return Object(document.mcp_servers);
}

test("setTable() changes what another reader sees by its keys alone, or refuses", () => {
  let changed = 0;
  fc.assert(
    fc.property(documents, (text) => {
      const before = read(text) ?? {};
      const after = edit(() => setTable(text, NAME, VALUES));
      if (after === null) return;
      changed++;
      const servers = serversIn(before);
      const expected = { ...Object(servers.ours), ...ours };
      assert.deepEqual(read(after), {
        ...before,
        mcp_servers: { ...servers, ours: expected },
      });
    }),
    { numRuns: 500 },
  );
  assert(changed > 100, `only ${changed} documents were changed`);
});

test("removeTable() takes away what another reader sees there, and nothing else", () => {
  fc.assert(
    fc.property(documents, (text) => {
      const added = edit(() => setTable(text, NAME, VALUES));
      if (added === null) return;
      const { ours: _, ...others } = serversIn(read(text) ?? {});
      const left = read(removeTable(added, NAME));
      assert.deepEqual(serversIn(left ?? {}), others);
      const { mcp_servers: __, ...rest } = read(text) ?? {};
      const { mcp_servers: ___, ...kept } = left ?? {};
      assert.deepEqual(kept, rest);
    }),
    { numRuns: 500 },
  );
});

/** The edited text; null when the document says it in a form that is refused. */
function edit(work: () => string): string | null {
  try {
    return work();
  } catch (error) {
    if (error instanceof HoldallError && error.code === "E_CONFLICT") return null;
    throw error;
  }
}
