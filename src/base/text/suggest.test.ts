import assert from "node:assert/strict";
import { test } from "node:test";
import { candidatesFor, didYouMean } from "./suggest.ts";

const names = ["seal", "session", "sessions", "state", "status"];

test("candidatesFor() gives every name that begins with the word", () => {
  assert.deepEqual(candidatesFor("se", names), ["seal", "session", "sessions"]);
});

test("candidatesFor() gives the nearest names first where none begins with the word", () => {
  assert.deepEqual(candidatesFor("statis", names), ["status", "state"]);
  assert.deepEqual(candidatesFor("sesion", names), ["session", "sessions"]);
  assert.deepEqual(candidatesFor("mpc", ["mcp", "okf"]), ["mcp"]);
});

test("candidatesFor() gives nothing far from a word, and nothing for no word", () => {
  assert.deepEqual(candidatesFor("convert", names), []);
  assert.deepEqual(candidatesFor("qq", names), []);
  assert.deepEqual(candidatesFor("foo", ["hook", "tour"]), []);
  assert.deepEqual(candidatesFor("", names), []);
});

test("didYouMean() lists up to eight candidates", () => {
  assert.equal(didYouMean([]), undefined);
  assert.equal(didYouMean(["a"]), 'did you mean "a"?');
  assert.equal(didYouMean(["a", "b", "c"]), 'did you mean "a", "b" or "c"?');
  assert.match(didYouMean(["a", "b", "c", "d", "e", "f", "g", "h", "i"]) ?? "", /"h", …\?$/);
});
