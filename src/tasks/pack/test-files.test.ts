import assert from "node:assert/strict";
import { test } from "node:test";
import { createIgnoreRules } from "./ignore-rules.ts";
import { testFilePatterns } from "./test-files.ts";

const rules = createIgnoreRules(testFilePatterns);

test("testFilePatterns match the tests of many languages", () => {
  const tests = [
    "test/median.mjs",
    "src/median.test.ts",
    "src/__tests__/median.js",
    "packages/a/tests/data/input.json",
    "pkg/median_test.go",
    "pkg/testdata/a.golden",
    "test_median.py",
    "app/conftest.py",
    "spec/median_spec.rb",
    "src/test/java/org/MedianTest.java",
    "core/MedianIT.java",
    "App.Tests/Median.cs",
    "MedianTests.swift",
    "t/median.t",
    "lib/median_test.exs",
  ];
  assert.deepEqual(
    tests.filter((path) => !rules.isExcluded(path, false)),
    [],
  );
});

test("testFilePatterns leave the rest of a project alone", () => {
  const others = [
    "src/median.mjs",
    "src/latest.ts",
    "src/contest.py",
    "package.json",
    "attest/sign.go",
    "README.md",
    "src/Testament.java",
  ];
  assert.deepEqual(
    others.filter((path) => rules.isExcluded(path, false)),
    [],
  );
});
