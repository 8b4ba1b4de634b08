import assert from "node:assert/strict";
import { test } from "node:test";
import { createKey } from "../../../test/support/ssh-keys.ts";
import { findSigner, parseAllowedSigners } from "./allowed-signers.ts";
import { matchesPatternList } from "./pattern-list.ts";

const { publicText, publicKey } = createKey();

function find(line: string, now = "2025-06-01T00:00:00Z"): string | null {
  const query = { publicKey, namespace: "holdall", now: new Date(now) };
  const found = findSigner(parseAllowedSigners(line), query);
  return "principal" in found ? found.principal : null;
}

test("parseAllowedSigners() reads comments, blank lines, CRLF, tabs and key comments", () => {
  const text = `# list\r\n\r\n  \tann\t${publicText}  a laptop # not a comment\r\n`;
  const list = parseAllowedSigners(text);
  assert.deepEqual(list.faults, []);
  assert.equal(list.signers[0]?.line, 3);
  assert.equal(list.signers[0]?.principals, "ann");
});

test("parseAllowedSigners() reads a quoted list of names with spaces", () => {
  assert.equal(find(`"Ann Example,ann" ${publicText}`), "Ann Example,ann");
});

test("parseAllowedSigners() keeps lines it cannot read as faults that allow nobody", () => {
  const bad = [
    "ann",
    "ann ssh-ed25519",
    `ann ${publicText.slice(0, -4)}`,
    `ann ssh-rsa ${publicText.split(" ")[1]}`,
    `!ann ${publicText}`,
    `"ann ${publicText}`,
    `ann no-such-option ${publicText}`,
    `ann namespaces=holdall ${publicText}`,
    `ann namespaces="a",namespaces="holdall" ${publicText}`,
    `ann namespaces="holdall ${publicText}`,
    `ann cert-authority="x" ${publicText}`,
    `ann valid-before="tomorrow" ${publicText}`,
    `ann valid-before="20250230" ${publicText}`,
    `ann valid-after="20250601",valid-before="20250501" ${publicText}`,
  ];
  for (const line of bad) {
    const list = parseAllowedSigners(line);
    assert.equal(list.faults.length, 1, line);
    assert.equal(find(line), null, line);
  }
  assert.equal(find(`${bad.join("\n")}\nann ${publicText}`), "ann");
});

test("findSigner() holds namespaces as patterns, negated ones too", () => {
  assert.equal(find(`ann namespaces="holdall" ${publicText}`), "ann");
  assert.equal(find(`ann NAMESPACES="git,hold*" ${publicText}`), "ann");
  assert.equal(find(`ann namespaces="git" ${publicText}`), null);
  assert.equal(find(`ann namespaces="*,!holdall" ${publicText}`), null);
});

test("findSigner() holds the period in which a key is valid", () => {
  const from = `ann valid-after="20250101Z" ${publicText}`;
  assert.equal(find(from, "2024-12-31T23:59:59Z"), null);
  assert.equal(find(from, "2025-01-01T00:00:00Z"), "ann");
  const until = `ann valid-before="202506011230Z" ${publicText}`;
  assert.equal(find(until, "2025-06-01T12:30:00Z"), "ann");
  assert.equal(find(until, "2025-06-01T12:30:01Z"), null);
  assert.equal(find(`${until}\nann2 ${publicText}`, "2026-01-01T00:00:00Z"), "ann2");
});

test("findSigner() does not take a certificate authority for a signer", () => {
  assert.equal(find(`ann cert-authority ${publicText}`), null);
});

test("parseAllowedSigners() makes names safe to print", () => {
  assert.equal(find(`"ann\u001b[2J" ${publicText}`), "ann\\u001b[2J");
});

test("matchesPatternList() knows stars and question marks and stays fast on hostile patterns", () => {
  assert.equal(matchesPatternList("holdall", "h?ld*"), true);
  assert.equal(matchesPatternList("holdall", "*all,x"), true);
  assert.equal(matchesPatternList("holdall", "h?ld"), false);
  assert.equal(matchesPatternList("", "*"), true);
  assert.equal(matchesPatternList("a".repeat(2000), `${"*a".repeat(1000)}b`), false);
});
