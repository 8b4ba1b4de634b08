import assert from "node:assert/strict";
import { test } from "node:test";
import { type FileEntry, type FileSet, memoryFiles, treeFiles } from "../../base/file-set.ts";
import { createFindings } from "../../base/findings.ts";
import { coreFiles } from "../../model/ai-context/context-file.ts";
import { authors, contextRoles } from "../../model/ai-context/records.ts";
import { bodyHash } from "../../model/ai-context/write-yaml.ts";
import { limitsByFormat } from "../limits.ts";
import aiContext from "./ai-context.ts";

type Files = Readonly<Record<string, string | Uint8Array>>;

async function checkSet(set: FileSet, level: "full" | "records" = "full") {
  const findings = createFindings();
  const model = await aiContext.read(set, {
    limits: limitsByFormat["ai-context"],
    findings,
    level,
  });
  const list = findings.list();
  return { model, list, codes: list.map(({ code, pointer }) => `${code} ${pointer ?? ""}`.trim()) };
}
const check = (files: Files) => checkSet(memoryFiles(files));
const detects = async (files: Files) => (await aiContext.detect(memoryFiles(files))).match;

function sample(name: string): Record<string, string> {
  const found = aiContext.samples.find((each) => each.name === name);
  assert.ok(found);
  const texts = Object.entries(found.files).map(([path, content]) => {
    return [path, Buffer.from(content).toString()] as const;
  });
  return Object.fromEntries(texts);
}

/** The five files without metadata, whose hashes would speak of every change as well. */
function core(): Record<string, string> {
  const { "bundle.yaml": _, ...rest } = sample("standing");
  return rest;
}

/** The findings of the core five with one file changed, apart from the absent metadata. */
async function codesWith(file: string, from: string | RegExp, to: string) {
  const files = core();
  const before = files[file] ?? "";
  const after = before.replace(from, to);
  assert.notEqual(after, before, `${file}: ${from}`);
  const { list } = await check({ ...files, [file]: after });
  return list
    .filter(({ code }) => code !== "W_MISSING_FILE")
    .map(({ code, file: at, pointer, line }) =>
      `${code} ${at} ${pointer ?? ""} ${line ?? ""}`.trim(),
    );
}

test("read() takes every sample without a finding", async () => {
  for (const { name, files } of aiContext.samples) {
    const { model, list } = await check(files);
    assert.deepEqual(list, [], name);
    assert.ok(model, name);
    assert.equal(await detects(files), true, name);
  }
});

test("write() gives back the bytes that were read, unknown keys and all", async () => {
  const odd = core();
  odd["system_context.md"] = (odd["system_context.md"] ?? "").replace(
    "---\n",
    "---\n__proto__: {x: 1}\nfuture:   [ 1.50, ~ ]  # kept\n",
  );
  for (const files of [odd, ...aiContext.samples.map((each) => each.files)]) {
    const { model, list } = await check(files);
    assert.ok(model);
    assert.equal(
      list.some(({ severity }) => severity === "error"),
      false,
    );
    const written = aiContext.write(model);
    assert.deepEqual([...written.keys()].sort(), Object.keys(files).sort());
    for (const [path, content] of written) {
      assert.ok(content instanceof Uint8Array);
      assert.deepEqual(Buffer.from(content), Buffer.from(files[path] ?? ""), path);
    }
    assert.deepEqual((await checkSet(treeFiles(written))).model, model);
  }
});

test("read() names each of the core five that is missing", async () => {
  for (const stem of coreFiles) {
    const { [`${stem}.md`]: _, ...rest } = sample("standing");
    const { list } = await check(rest);
    const missing = list.filter(({ code }) => code === "E_MISSING_FILE").map(({ file }) => file);
    assert.ok(missing.includes(`${stem}.md`), stem);
    assert.deepEqual([...new Set(missing)], [`${stem}.md`]);
  }
});

test("read() warns about absent metadata when the core five are there, and fails without both", async () => {
  assert.deepEqual((await check(core())).codes, ["W_MISSING_FILE"]);
  const { "open_requests.md": _, ...four } = core();
  assert.deepEqual((await check(four)).codes, ["E_MISSING_FILE", "E_MISSING_FILE"]);
  const nothing = await check({});
  assert.equal(nothing.model, null);
  assert.equal(nothing.codes.length, 6);
});

test("read() accepts every author and role and no other", async () => {
  const file = "current_focus.md";
  for (const author of authors) {
    assert.deepEqual(
      await codesWith(file, "---\nauthored_by: ai", `---\n# x\nauthored_by: ${author}`),
      [],
    );
  }
  for (const role of contextRoles) {
    const line = "context_role: short_term_memory";
    assert.deepEqual(await codesWith(file, line, `context_role:  ${role}`), [], role);
  }
  assert.deepEqual(await codesWith(file, "authored_by: ai", "authored_by: robot"), [
    "E_ENUM current_focus.md /authored_by 2",
  ]);
  assert.deepEqual(await codesWith(file, /context_role: .*/, "context_role: spec"), [
    "E_ENUM current_focus.md /context_role 7",
  ]);
  assert.deepEqual(await codesWith(file, /update_mode: .*/, "update_mode: replace"), [
    "E_ENUM current_focus.md /update_mode 11",
  ]);
});

test("read() requires every key of the provenance", async () => {
  const keys = ["authored_by", "author_id", "created_at", "updated_at", "source", "context_role"];
  for (const key of keys) {
    const codes = await codesWith("open_requests.md", new RegExp(`^${key}: .*\\n`, "m"), "");
    assert.deepEqual(codes, [`E_SHAPE open_requests.md /${key} 2`], key);
  }
});

test("read() accepts the spellings of time that the format has, and no other", async () => {
  const good = [
    "2026-03-04T07:30Z",
    "2026-03-04T07-30Z",
    "2026-03-04T07-30-00Z",
    "2026-03-04T07:30:00.5Z",
  ];
  const bad = [
    "2026-03-04",
    "2026-03-04 07:30:00Z",
    "2026-02-30T07:30:00Z",
    "2026-03-04T07:30:00+01:00",
    "now",
  ];
  const codesOf = (time: string) =>
    codesWith("current_focus.md", /^updated_at: .*$/m, `updated_at: "${time}"`);
  for (const time of good) assert.deepEqual(await codesOf(time), [], time);
  for (const time of bad) {
    assert.deepEqual(await codesOf(time), ["E_TIME current_focus.md /updated_at 5"], time);
  }
});

test("read() checks what the provenance names", async () => {
  const file = "system_context.md";
  const cases: readonly (readonly [RegExp, string, string])[] = [
    [/^source: .*$/m, "source: somewhere", "E_SHAPE system_context.md /source 6"],
    [/^source: .*$/m, "source: a:b@soon", "E_TIME system_context.md /source 6"],
    [/^author_id: .*$/m, "author_id: Some One", "E_SHAPE system_context.md /author_id 3"],
    [
      /^responsibility_id: .*$/m,
      "responsibility_id: ../x",
      "E_SHAPE system_context.md /responsibility_id 8",
    ],
    [
      /^responsibility_id: .*$/m,
      "responsibility_id: a/b",
      "E_SHAPE system_context.md /responsibility_id 8",
    ],
    [
      /^responsibility_id: .*$/m,
      'responsibility_id: ""',
      "E_SHAPE system_context.md /responsibility_id 8",
    ],
    [
      /^responsibility_id: .*$/m,
      `responsibility_id: ${"a".repeat(65)}`,
      "E_SHAPE system_context.md /responsibility_id 8",
    ],
    [/^bundle_file: .*$/m, "bundle_file: other", "E_FRONTMATTER system_context.md /bundle_file 10"],
    [/ref: kernel.md/, "ref: ../kernel.md", "E_PATH system_context.md /inputs/0/ref 14"],
    [
      /^updated_at: .*$/m,
      "updated_at: 2020-01-01T00:00:00Z",
      "W_RANGE system_context.md /updated_at 5",
    ],
    [/Nothing is sprayed/, "Anything is sprayed", "E_DIGEST system_context.md /content_sha256 12"],
    [
      /^content_sha256: .*$/m,
      "content_sha256: abc",
      "E_SHAPE system_context.md /content_sha256 12",
    ],
  ];
  for (const [from, to, expected] of cases) {
    const codes = await codesWith(file, from, to);
    assert.equal(codes[0], expected, to);
  }
});

test("read() hashes the body with plain line ends", async () => {
  const files = core();
  const crlf = (files["current_focus.md"] ?? "").replaceAll("\n", "\r\n");
  assert.deepEqual((await check({ ...files, "current_focus.md": crlf })).codes, ["W_MISSING_FILE"]);
  assert.equal(bodyHash("a\r\nb\r\n"), bodyHash("a\nb\n"));
});

test("read() warns about each section that a core file lacks", async () => {
  const codes = await codesWith(
    "open_requests.md",
    /\ncontent_sha256: [^\0]*/,
    "\n---\n# Open\n```\n## SLA\n```\n## pending\n",
  );
  assert.deepEqual(codes, Array(3).fill("W_SECTION open_requests.md"));
});

test("read() refuses front matter that is missing, open, oversized or not plain", async () => {
  const file = "recent_activity.md";
  const front = /^---\n[\s\S]*?\n---\n/;
  const bomb = `a: &a [x]\nb: [${Array(50).fill("*a").join(", ")}]`;
  const cases: readonly (readonly [string, string])[] = [
    ["", `E_FRONTMATTER ${file}  1`],
    ["---\n- a\n- b\n---\n", `E_FRONTMATTER ${file}  2`],
    ["---\n---\n", `E_FRONTMATTER ${file}  2`],
    ["---\na: 1\n", `E_FRONTMATTER ${file}  1`],
    [`---\n${"k: v\n".repeat(210_000)}---\n`, `E_LIMIT ${file}  1`],
    [`---\n${"k: v\n".repeat(20_000)}---\n`, `E_LIMIT ${file}  1`],
    [`---\n${bomb}\n---\n`, `E_YAML ${file}  2`],
    ["---\na: 1\nb: !!js/function 'return 1'\n---\n", `E_YAML ${file}  3`],
    ["---\na: 1\nb: 2\na: 3\n---\n", `E_DUP_KEY ${file}  4`],
    [`---\na: ${"[".repeat(5000)}\n---\n`, `E_LIMIT ${file}  2`],
  ];
  for (const [head, expected] of cases) {
    const codes = await codesWith(file, front, head);
    assert.equal(codes[0], expected, head.slice(0, 40));
  }
});

test("read() refuses links and takes bytes that are not text as a finding", async () => {
  const plain = memoryFiles(core());
  const file = (await plain.get("open_requests.md")) as FileEntry;
  const linked: FileSet = {
    entries: () => plain.entries(),
    get: async (path) =>
      path === "open_requests.md"
        ? { ...file, kind: "link", target: "/etc/passwd" }
        : plain.get(path),
  };
  assert.deepEqual((await checkSet(linked)).codes, ["E_LINK", "E_MISSING_FILE"]);
  const binary = { ...core(), "current_focus.md": Uint8Array.of(0xff, 0xfe) };
  assert.deepEqual((await check(binary)).codes, ["E_UTF8", "E_MISSING_FILE"]);
});

test("read() names what does not belong and leaves the rest of a responsibility alone", async () => {
  const beside = { "README.md": "x", "notes.txt": "y", SHA256SUMS: "", "history/events.jsonl": "" };
  assert.deepEqual((await check({ ...sample("standing"), ...beside })).codes, [
    "W_EXTRA_FILE",
    "W_EXTRA_FILE",
  ]);
  const folder = { ...sample("with-add-on"), "kernel.md": "# Kernel", "memory/events.md": "- x" };
  assert.deepEqual((await check(folder)).codes, []);
});

test("read() keeps other content that the metadata lists", async () => {
  const files = sample("standing");
  const line = `  - path: data.csv\n    sha256: ${bodyHash("a;b\n")}\n`;
  const listed = (files["bundle.yaml"] ?? "").replace(
    "lineage_artifact_ids",
    `${line}lineage_artifact_ids`,
  );
  const { model, list } = await check({ ...files, "bundle.yaml": listed, "data.csv": "a;b\n" });
  assert.deepEqual(list, []);
  assert.ok(model);
  assert.ok(aiContext.write(model).has("data.csv"));
});

test("detect() needs metadata or three of the core five", async () => {
  const {
    "system_context.md": a = "",
    "current_focus.md": b = "",
    "open_requests.md": c = "",
  } = core();
  assert.equal(await detects({ "system_context.md": a, "current_focus.md": b }), false);
  assert.equal(
    await detects({ "system_context.md": a, "current_focus.md": b, "open_requests.md": c }),
    true,
  );
  assert.equal(await detects({ "bundle.yaml": "" }), true);
  assert.equal(await detects({ "ai_context/bundle.yaml": "" }), true);
  assert.equal(await detects({ "other/bundle.yaml": "" }), false);
  assert.equal(await detects({}), false);
});

test("every sample with a byte flipped or cut off ends in findings or reads cleanly", async () => {
  for (const { files } of aiContext.samples) {
    for (const path of Object.keys(files)) {
      const bytes = Buffer.from(files[path] ?? "");
      for (let at = 0; at < bytes.length; at += 29) {
        const flipped = Buffer.from(bytes);
        flipped[at] = (flipped[at] ?? 0) ^ 0x15;
        const { list } = await check({ ...files, [path]: flipped });
        const isCaught = list.some(({ severity }) => severity === "error");
        // Every file but the metadata is listed there with its hash.
        assert.ok(isCaught || path.endsWith("bundle.yaml"), `${path} ${at}`);
        await check({ ...files, [path]: bytes.subarray(0, at) });
      }
    }
  }
});

test("summarise() tells volume, age, models and ingestion", async () => {
  const { model } = await check(sample("with-add-on"));
  assert.ok(model);
  const { title, facts } = aiContext.summarise(model);
  assert.equal(title, "Context of garden_cos");
  const byLabel = new Map(facts);
  assert.equal(byLabel.get("files"), 6);
  assert.equal(byLabel.get("add-ons"), 1);
  assert.equal(byLabel.get("volume"), "green");
  assert.equal(byLabel.get("newest update"), "2026-03-04T07:30:00Z");
  assert.equal(byLabel.get("preferred model"), "m-large");
  assert.equal(byLabel.get("ingestion"), "registered");
});

test("render() shows the content four in order, then the add-ons, and never the model policy", async () => {
  const { model } = await check(sample("with-add-on"));
  assert.ok(model);
  const text = aiContext.render(model);
  const titles = [...text.matchAll(/^# (.+)$/gm)].map(([, title]) => title);
  assert.deepEqual(titles, [
    "System context",
    "Current focus",
    "Recent activity",
    "Open requests",
    "Risk register",
  ]);
});

test("toConversation() gives the content four as system messages and says what it leaves out", async () => {
  const { model } = await check(sample("with-add-on"));
  assert.ok(model);
  const conversation = aiContext.toConversation?.(model, () => 0);
  assert.ok(conversation);
  assert.equal(conversation.kept, 4);
  const roles = conversation.items.map((item) => (item.type === "message" ? item.role : item.type));
  assert.deepEqual(roles, ["system", "system", "system", "system"]);
  const dropped = conversation.loss.map(({ where }) => where);
  assert.ok(dropped.includes("ai_context/model_preferences.md"));
  assert.ok(dropped.includes("ai_context/risk_register.md"));
  assert.ok(dropped.includes("ai_context/bundle.yaml"));
});

test("read() takes a file named after what every object inherits", async () => {
  for (const stem of ["__proto__", "constructor", "toString"]) {
    const text = core()["current_focus.md"]?.replace(/^bundle_file: .*$/m, `bundle_file: ${stem}`);
    const { codes } = await check({ ...core(), [`${stem}.md`]: text ?? "" });
    assert.deepEqual(
      codes.filter((code) => code.startsWith("E_")),
      [],
      stem,
    );
  }
});
