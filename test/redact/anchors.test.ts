import assert from "node:assert/strict";
import { test } from "node:test";
import { anchorGroup, findAnchors } from "../../src/redact/anchors.ts";
import "../../src/redact/find-secrets.ts"; // Its rules add their literals.
import { tokenForms } from "../../src/redact/carriers/token-forms.ts";
import { KEYWORD_BEGINNINGS } from "../../src/redact/secret-names.ts";

test("a group is contained exactly where one of its literals is, whatever stands around it", () => {
  const literals = ["-H", "ookie:", "LS0tLS1", "密码："];
  const group = anchorGroup(literals);
  const texts = literals.flatMap((literal) => [
    literal,
    `before ${literal}`,
    `${literal} behind`,
    `ab${literal}cd`,
    literal.toUpperCase(),
    literal.toLowerCase(),
    literal.slice(1),
    literal.slice(0, -1),
    `${literal.slice(0, -1)} ${literal.slice(-1)}`,
  ]);
  for (const text of ["", "-", "plain words", ...texts]) {
    const isThere = literals.some((literal) => text.includes(literal));
    assert.equal(findAnchors(text).contains(group), isThere, JSON.stringify(text));
  }
});

test("every beginning of a token form is found at its place", () => {
  const starts = tokenForms.flatMap((form) => form.starts);
  assert.ok(starts.length > 100);
  for (const start of starts) {
    assert.ok(findAnchors(`see ${start}0aZ`).startsOf("tokens").includes(4), start);
  }
});

test("every keyword is found at its place, in any case and spelling", () => {
  assert.ok(KEYWORD_BEGINNINGS.includes("şif") && KEYWORD_BEGINNINGS.includes("los"));
  for (const literal of KEYWORD_BEGINNINGS.flatMap((each) => [each, each.toUpperCase()])) {
    assert.ok(findAnchors(`my ${literal}`).startsOf("keywords").includes(3), literal);
  }
});
