import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import path from "node:path";
import { test } from "node:test";

const src = path.join(import.meta.dirname, "../../src");
/** A text that costs more than its length once took minutes and more; now each takes a moment. */
const MAX_MS = 30_000;

/**
 * A function, and a text that a backtracking expression inside it would be lost in. A blocked process
 * hears no timer, so each runs in one of its own.
 */
const cases: Readonly<Record<string, string>> = {
  "chunkText() with a heading of tabs": `
    const { chunkText } = await import(src("memory/rank/chunks.ts"));
    chunkText("# a" + "\\t ".repeat(200_000) + "x");`,
  "checkSections() with a heading of tabs": `
    const { checkSections } = await import(src("model/ai-context/sections.ts"));
    const { createFindings } = await import(src("base/findings.ts"));
    checkSections("current_focus", "## a" + "\\t ".repeat(200_000) + "\\u2028", "a.md", createFindings("strict"));`,
  "readTable() with a long key": `
    const { readTable } = await import(src("base/toml-text.ts"));
    readTable("-".repeat(400_000) + "' = 1", ["a"]);`,
  "readTable() with a key of dots and spaces": `
    const { readTable } = await import(src("base/toml-text.ts"));
    readTable("a . ".repeat(100_000) + "!", ["a"]);`,
  "readTable() with a head of quotes": `
    const { readTable } = await import(src("base/toml-text.ts"));
    readTable('["]x' + '#]#""""]x'.repeat(50_000) + "#]", ["a"]);`,
  "readTable() with a string that does not end": `
    const { readTable } = await import(src("base/toml-text.ts"));
    readTable('a = """' + '\\\\" '.repeat(200_000), ["a"]);`,
  "readTable() with inline tables that do not end": `
    const { readTable } = await import(src("base/toml-text.ts"));
    readTable("a = {" + 'b = """ '.repeat(100_000), ["a", "b"]);
    readTable("a = " + "{ b = 1, a = ".repeat(100_000), ["a", "b"]);`,
  "parsePatch() with a name of tabs": `
    const { parsePatch } = await import(src("base/text/unified-diff.ts"));
    parsePatch("--- a" + "\\t".repeat(400_000) + "\\r\\n+++ b\\n");`,
  "mentionsIn() with a name of dots": `
    const { mentionsIn } = await import(src("threads/mentions.ts"));
    mentionsIn("@" + ".".repeat(400_000) + "a");`,
  "mentionsIn() with back-ticks that do not end": `
    const { mentionsIn } = await import(src("threads/mentions.ts"));
    mentionsIn("\`a\\n".repeat(200_000));`,
  "noteStatements() with a heading of tabs": `
    const { noteStatements } = await import(src("memory/layers/note-statements.ts"));
    noteStatements("# a" + "\\t ".repeat(200_000) + "x");`,
  "readSkill() with blocks that do not end": `
    const { readSkill } = await import(src("memory/skill.ts"));
    readSkill("\`\`\`sh step\\n".repeat(100_000));`,
  "namesIn() with a word of dashes": `
    const { namesIn } = await import(src("transcripts/claims/wording.ts"));
    namesIn("-".repeat(400_000));`,
  "markdownBlock() with empty lines": `
    const { markdownBlock } = await import(src("base/text/markdown.ts"));
    markdownBlock("\\n".repeat(400_000) + "x");`,
  "findSecrets() with a run of names": `
    const { createRedactor } = await import(src("redact/redactor.ts"));
    const redactor = createRedactor();
    redactor.learn("password=".repeat(1_000_000));`,
  "findSecrets() with lines of random words": `
    const { findSecrets } = await import(src("redact/find-secrets.ts"));
    findSecrets(("Lw8Zr3Xb6Nd1Kq9Tp4Vw7Sg2Fh5".repeat(3) + "\\n").repeat(40_000));`,
  "findSecrets() with broken words": `
    const { findSecrets } = await import(src("redact/find-secrets.ts"));
    findSecrets(("token Lw8Zr3Xb6Nd1Kq9Tp4Vw7Sg2Fh5Lw8Zr3Xb6Nd1\\nKq9Tp4Vw7 ").repeat(40_000));`,
  "findSecrets() with manifests without end": `
    const { findSecrets } = await import(src("redact/find-secrets.ts"));
    findSecrets("kind: Secret\\n" + "data:\\n a: b\\n".repeat(100_000));`,
  "findSecrets() with objects without end": `
    const { findSecrets } = await import(src("redact/find-secrets.ts"));
    findSecrets('"kind":"Secret" "data":{"env":{'.repeat(100_000));`,
  "findSecrets() with rows without end": `
    const { findSecrets } = await import(src("redact/find-secrets.ts"));
    findSecrets("insert into t (password) values ('a',".repeat(60_000));`,
  "findSecrets() with commands without end": `
    const { findSecrets } = await import(src("redact/find-secrets.ts"));
    findSecrets("kubectl create secret generic a=".repeat(60_000) + "aws ssm put-parameter ".repeat(60_000));`,
  "findSecrets() with calls without end": `
    const { findSecrets } = await import(src("redact/find-secrets.ts"));
    findSecrets("jwt.sign(a, hash_hmac('a', signWith(".repeat(60_000));`,
  "findSecrets() with headings without end": `
    const { findSecrets } = await import(src("redact/find-secrets.ts"));
    findSecrets("recovery codes\\napi key token secret:\\n\\n".repeat(60_000));`,
  "extractFeatures() with a long number": `
    const { extractFeatures } = await import(src("state/gate/features.ts"));
    extractFeatures("1,111".repeat(100_000) + "x");`,
};

for (const [name, code] of Object.entries(cases)) {
  test(`${name} ends soon`, () => {
    const preamble = `const src = (file) => ${JSON.stringify(`${src}/`)} + file;`;
    const args = ["--input-type=module", "--eval", preamble + code];
    const { error, stderr } = spawnSync(process.execPath, args, {
      timeout: MAX_MS,
      killSignal: "SIGKILL",
      encoding: "utf8",
    });
    assert.equal(error, undefined, `it took longer than ${MAX_MS / 1000} s`);
    assert.doesNotMatch(stderr, /SyntaxError|ERR_MODULE/);
  });
}
