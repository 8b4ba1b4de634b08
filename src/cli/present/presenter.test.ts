import assert from "node:assert/strict";
import { test } from "node:test";
import { createTerminal } from "../terminal.ts";
import diff from "./bundle/diff.ts";
import type { Presenter, Shown } from "./presenter.ts";

const terminal = createTerminal(process.stdout, false);

// The compiler is the check here: each expected error is one that `tsc` must find.

test("a presenter that reads a field which its operation does not have fails to compile", () => {
  const present: Presenter<"memory rebuild"> = ({ indexed, ...output }) => {
    // @ts-expect-error: `memory rebuild` does not say this.
    return [`${indexed} ${output.no_such_field}`];
  };
  assert.deepEqual(present({ indexed: 2 }, terminal), ["2 undefined"]);
});

test("a record that may have any other key still has only its named ones for a presenter", () => {
  type Entry = Shown<"state show">["entries"][number];
  const textOf = (entry: Entry) => entry.content;
  // @ts-expect-error: entries may carry keys of other formats, but none that we name so.
  const other = (entry: Entry) => entry.contents;
  const entry = { id: "a", slot: "fact", content: "b", tokens: 1, score: 1, namespace: "n" };
  const committed: Entry = { ...entry, committed_at: "2026-01-01T00:00:00Z" };
  assert.deepEqual([textOf(committed), other(committed)], ["b", undefined]);
});

test("the presenter of another operation fails to compile", () => {
  // @ts-expect-error: `pack` says nothing of what `diff` does.
  const wrong: Presenter<"pack"> = diff;
  assert.equal(wrong, diff);
});
