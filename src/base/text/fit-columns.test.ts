import assert from "node:assert/strict";
import { test } from "node:test";
import { fitColumns } from "./fit-columns.ts";

test("fitColumns() leaves a line that fits, and marks where it cuts one", () => {
  assert.equal(fitColumns("abcde", 5), "abcde");
  assert.equal(fitColumns("abcdef", 5), "abcd…");
  assert.equal(fitColumns("", 5), "");
});

test("fitColumns() counts two columns for characters that take two", () => {
  assert.equal(fitColumns("日本語", 6), "日本語");
  assert.equal(fitColumns("日本語", 5), "日本…");
  assert.equal(fitColumns("한국어 로그", 8), "한국어 …");
  assert.equal(fitColumns("😀😀😀", 5), "😀😀…");
  assert.equal(fitColumns("zażółć", 6), "zażółć");
});
