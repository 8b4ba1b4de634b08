import assert from "node:assert/strict";
import { test } from "node:test";
import { createImageChooser, noImages } from "./row-images.ts";

const png = { media_type: "image/png", base64: "iVBORw0KGgo=", uri: null };

test("createImageChooser() shows pictures that a record contains, and nothing that could run or load", () => {
  const others = [
    { ...png, media_type: "image/svg+xml" },
    { ...png, base64: null, uri: "https://example.com/a.png" },
    { ...png, base64: 'x" onerror="alert(1)' },
    { ...png, base64: "A".repeat(2_000_001) },
  ];
  const shown = createImageChooser()([png, ...others]);
  assert.deepEqual(shown.images, [{ source: "data:image/png;base64,iVBORw0KGgo=" }]);
  assert.deepEqual(shown.others, others);
  assert.deepEqual(noImages([png]), { images: [], others: [png] });
});

test("createImageChooser() stops where a session has too many pictures", () => {
  const choose = createImageChooser();
  assert.equal(choose(Array.from({ length: 20 }, () => png)).images.length, 8);
  const large = { ...png, base64: "A".repeat(2_000_000) };
  const counts = Array.from({ length: 40 }, () => choose([large]).images.length);
  assert.equal(
    counts.reduce((sum, count) => sum + count),
    23,
  );
});
