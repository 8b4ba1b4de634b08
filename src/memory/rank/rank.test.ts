import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { stem } from "../../base/text/stem.ts";
import { queryTermsOf, termsOf } from "../../base/text/terms.ts";
import { bestUnits, type FoundChunk } from "./best-chunks.ts";
import { bestExcerpt } from "./best-excerpt.ts";
import { createScorer, type TermCount } from "./bm25.ts";
import { CHUNK_LENGTH, chunkText } from "./chunks.ts";
import { chooseDiverse } from "./diversity.ts";
import { cosine, rankByMeaning } from "./embedder.ts";
import { fuseRanks } from "./fuse-ranks.ts";
import { weighTerms } from "./weigh-terms.ts";

suite("termsOf()", () => {
  test("keeps compounds as they stand, followed by their parts", () => {
    assert.deepEqual(termsOf("`auth-api-2` and maxRetries"), [
      "auth-api-2",
      "auth",
      "api",
      "2",
      "maxretries",
      "max",
      "retry",
    ]);
  });

  test("leaves out grammar and keeps other scripts", () => {
    assert.deepEqual(termsOf("What is the port of it?"), ["port"]);
    assert.deepEqual(termsOf("don't हिन्दी Ünïcode"), ["हिन्दी", "unicod"]);
  });

  test("takes scripts without spaces in pairs, apart from names between them", () => {
    assert.deepEqual(queryTermsOf("使用SQLite数据库"), [
      "使用",
      "sqlite",
      "sq",
      "lit",
      "数据",
      "据库",
    ]);
    assert.deepEqual(queryTermsOf("データを"), ["デー", "ータ", "タを"]);
    assert.deepEqual(queryTermsOf("데이터"), ["데이", "이터"]);
    assert.deepEqual(queryTermsOf("ข้อมูล"), ["ข้อ", "อมู", "มูล"]);
    assert.deepEqual(termsOf("猫が"), ["猫が", "猫"]);
    assert.deepEqual(queryTermsOf("猫"), ["猫"]);
  });

  test("is the same in full and half width", () => {
    assert.deepEqual(termsOf("ＡＰＩ ﾃﾞｰﾀ"), termsOf("API データ"));
  });

  test("is the same however a letter is composed", () => {
    assert.deepEqual(termsOf("caf\u00e9"), termsOf("cafe\u0301"));
  });
});

for (const [forms, expected] of [
  [["retry", "retries", "retried"], "retry"],
  [["cache", "caches", "cached", "caching"], "cach"],
  [["rotate", "rotates", "rotated", "rotation"], "rotat"],
  [["connect", "connected", "connection", "connections"], "connect"],
  [["stop", "stopped", "stopping"], "stop"],
] as const) {
  test(`stem() finds one stem of ${forms.join(", ")}`, () => {
    assert.deepEqual(new Set(forms.map(stem)), new Set([expected]));
  });
}

test("stem() leaves short and foreign words alone", () => {
  assert.deepEqual(["red", "ring", "bus", "class", "größe", "v2s"].map(stem), [
    "red",
    "ring",
    "bus",
    "class",
    "größe",
    "v2s",
  ]);
});

/** A small world of chunks, one per unit, with its counts. */
function worldOf(texts: readonly string[]) {
  const chunks: FoundChunk[] = texts.map((text, at) => {
    const terms = termsOf(text);
    return { chunk: at + 1, unit_id: `u${at}`, terms: terms.join(" "), length: terms.length };
  });
  const countOf = (term: string): TermCount => {
    const having = chunks.filter(({ terms }) => terms.split(" ").includes(term));
    return {
      term,
      chunks: having.length,
      most: Math.max(
        0,
        ...having.map(({ terms }) => terms.split(" ").filter((each) => each === term).length),
      ),
      shortest: Math.min(Number.MAX_SAFE_INTEGER, ...having.map(({ length }) => length)),
    };
  };
  const totals = {
    chunks: chunks.length,
    length: chunks.reduce((total, { length }) => total + length, 0),
  };
  const scorerFor = (query: string) =>
    createScorer([...new Set(termsOf(query))].map(countOf), totals);
  return { chunks, scorerFor };
}

test("weighTerms() adds what a thing is called in English, and single characters, for less", () => {
  const weights = weighTerms("火狐 API");
  assert.deepEqual(Object.fromEntries(weights), {
    火狐: 1,
    api: 1,
    firefox: 0.5,
    火: 0.3,
    狐: 0.3,
  });
  assert.equal(weighTerms("デバッグ").get("debug"), 0.5);
  assert.deepEqual([...weighTerms("harbor pump").values()], [1, 1]);
});

test("weighTerms() lets endings, grammar and long words of katakana count less than the words beside them", () => {
  const weights = weighTerms("サンドボックスの設定はどちらに書く");
  assert.equal(weights.get("設定"), 1);
  assert.equal(weights.get("ボッ"), 2 / 6);
  assert.equal(weights.get("どち"), 0.3);
  assert.equal(weights.get("定は"), 0.5);
  // A single character of katakana, or a short word, is no long word.
  assert.equal(weighTerms("キー").get("キー"), 1);
});

suite("bestUnits()", () => {
  const texts = Array.from(
    { length: 400 },
    (_, at) =>
      `unit ${at} pump-${at % 40} valve ${at % 7 === 0 ? "harbor" : "orchard"} water ${"flow ".repeat(at % 5)}`,
  );
  const { chunks, scorerFor } = worldOf(texts);

  test("gives what scoring every chunk would give, and asks for less", async () => {
    for (const query of ["pump-7 valve water", "harbor flow", "unit 123", "water"]) {
      const scorer = scorerFor(query);
      const expected = chunks
        .map((chunk) => ({ unit_id: chunk.unit_id, score: scorer.score(chunk), at: chunk.chunk }))
        .filter(({ score }) => score > 0)
        .sort((left, right) => right.score - left.score || left.at - right.at)
        .slice(0, 5)
        .map(({ unit_id, score }) => [unit_id, score]);
      let asked = 0;
      const found = await bestUnits(scorer, 5, async ({ term }) => {
        const having = chunks.filter(({ terms }) => terms.split(" ").includes(term));
        asked += having.length;
        return having;
      });
      assert.deepEqual(
        found.map(({ unit_id, score }) => [unit_id, score]),
        expected,
      );
      if (query.startsWith("pump-7")) assert.ok(asked < 100, `${asked} chunks were read`);
    }
  });
});

suite("chunkText()", () => {
  test("leaves a short text whole", () => {
    assert.deepEqual(chunkText("# A\n\nb"), [{ headings: [], start: 0, end: 6 }]);
  });

  test("cuts at headings, keeps their path, and takes code for text", () => {
    const body = "word ".repeat(150);
    const text = `# Top\n\n## One\n\n${body}\n\n\`\`\`\n# no heading\n\`\`\`\n\n## Two\n\n${body}\n${body}`;
    const chunks = chunkText(text);
    assert.deepEqual(
      chunks.map(({ headings }) => headings.join("/")),
      ["Top/One", "Top/Two"],
    );
    assert.equal(chunks[0]?.start, 0);
  });

  test("covers everything in chunks that are not too long", () => {
    for (const text of ["x".repeat(10_000), "🧭".repeat(5_000), "one two three. ".repeat(1_000)]) {
      const chunks = chunkText(text);
      let covered = 0;
      for (const { start, end } of chunks) {
        assert.ok(start <= covered && end > covered && end - start <= CHUNK_LENGTH);
        assert.ok(text.slice(start, end).isWellFormed());
        covered = end;
      }
      assert.equal(covered, text.length);
    }
  });

  test("finds nothing in nothing", () => {
    assert.deepEqual(chunkText(" \n "), []);
  });
});

suite("excerptFor()", () => {
  const filler = "Nothing of interest stands in this sentence at all. ".repeat(20);
  const text = `# Pumps\n\n${filler}The harbor pump runs for 90 minutes. ${filler}`;

  test("finds the sentence that answers", () => {
    const { scorerFor } = worldOf([text, "other words"]);
    const excerpt = bestExcerpt(text, scorerFor("how long does the harbor pump run"), 160);
    assert.match(excerpt, /The harbor pump runs for 90 minutes\./);
    assert.ok(excerpt.length <= 160);
  });

  test("counts a character of Chinese twice", () => {
    const chinese = "水泵在港口运行九十分钟。".repeat(20);
    const { scorerFor } = worldOf([chinese]);
    assert.ok(bestExcerpt(chinese, scorerFor("水泵"), 100).length <= 50);
    assert.ok(bestExcerpt("泵".repeat(200), scorerFor("泵"), 100).length <= 50);
  });

  test("never exceeds its length, also without sentences", () => {
    const long = `pump${"🧭".repeat(2_000)}`;
    const { scorerFor } = worldOf([long]);
    const excerpt = bestExcerpt(long, scorerFor("pump"), 101);
    assert.ok(excerpt.length <= 101 && excerpt.isWellFormed());
  });
});

test("fuseRanks() gives the published values", () => {
  const [both, one] = fuseRanks([["a", "b"], ["a"]]);
  assert.equal(both?.score.toFixed(5), "0.03279");
  assert.deepEqual([one?.name, one?.score.toFixed(5)], ["b", "0.01613"]);
});

test("chooseDiverse() takes something else before the same again", () => {
  const unit = (name: string, score: number) => ({ name, score, terms: new Set(termsOf(name)) });
  const ranked = [unit("harbor pump", 3), unit("harbor pump", 2.9), unit("orchard valve", 1)];
  assert.deepEqual(
    chooseDiverse(ranked, 2).map(({ name }) => name),
    ["harbor pump", "orchard valve"],
  );
  assert.deepEqual(chooseDiverse([], 2), []);
});

test("rankByMeaning() orders by the angle of vectors", async () => {
  const embedder = {
    id: "letters",
    embed: async (texts: readonly string[]) =>
      texts.map((text) => Float32Array.of(text.split("a").length - 1, text.split("b").length - 1)),
  };
  const texts = new Map([
    ["one", "bbb"],
    ["two", "aab"],
  ]);
  assert.deepEqual(await rankByMeaning(embedder, "aaa", texts), ["two", "one"]);
  assert.equal(cosine(Float32Array.of(0, 0), Float32Array.of(1, 0)), 0);
});
