import { plainKey, spelledJson, spelledNumber } from "./arbitrary-json.ts";
import type { Files } from "./check.ts";
import fc from "./property.ts";

/** A member of an object as text: key and value, or nothing. */
type Member = readonly [key: string, value: string] | null;

const text = (value: string) => JSON.stringify(value);
const shortText = fc.string({ unit: "grapheme", maxLength: 12 });
const name = shortText.filter((name) => /\S/.test(name));
const OBJECT_KEYS = new Set(["__proto__", "constructor", "toString"]);
const slots = ["decision", "fact", "odd slot"];
const ids = fc.oneof(
  name,
  fc.constantFrom("a", "b", "c/d", "x:y", "__proto__", "constructor", "1"),
);

const time = fc.constantFrom(
  "2026-03-01T09:00:00Z",
  "2026-03-01T09:00:00.000000001Z",
  "2026-03-01T11:00:00.50+02:00",
  "2024-02-29t23:59:59z",
);

function member(key: string, value: fc.Arbitrary<string>): fc.Arbitrary<Member> {
  return value.map((chosen) => [key, chosen] as const);
}

function maybe(key: string, value: fc.Arbitrary<string>): fc.Arbitrary<Member> {
  return fc.option(member(key, value), { nil: null });
}

/** Keys that no format knows, with values of any kind. */
const unknown: fc.Arbitrary<Member[]> = fc.uniqueArray(
  fc.tuple(
    plainKey.map((key) => (OBJECT_KEYS.has(key) ? key : `x ${key}`)),
    spelledJson,
  ),
  { maxLength: 2, selector: ([key]) => key },
);

/** Keys that another format knows, with values that it would not take. */
function foreign(...keys: readonly string[]): fc.Arbitrary<Member[]> {
  const value = fc.oneof(spelledJson, fc.constantFrom('""', "0", "-1", '"odd"', '["a","a"]'));
  return fc.uniqueArray(fc.tuple(fc.constantFrom(...keys), value), {
    maxLength: 2,
    selector: ([key]) => key,
  });
}

const KIT_KEYS = [
  "tier",
  "tags",
  "scores",
  "metadata",
  "scope",
  "confidence",
  "relations",
  "source",
];
const OCF_KEYS = [
  "namespace",
  "version",
  "access_list",
  "resolution",
  "retrieval_strength",
  "slot",
];

function object(...parts: readonly fc.Arbitrary<Member | Member[]>[]): fc.Arbitrary<string> {
  return fc.tuple(...parts).map((chosen) => {
    const members = chosen.flatMap((part) => (isMember(part) ? [part] : part)) as Member[];
    const there = members.filter((each) => each !== null);
    return `{${there.map(([key, value]) => `${text(key)}:${value}`).join(",")}}`;
  });
}

function isMember(part: Member | Member[]): part is Member {
  return part === null || typeof part[0] === "string";
}

const score = spelledNumber;
const small = fc.nat(40).map(String);
const signals: fc.Arbitrary<string> = fc
  .tuple(score, score, score)
  .map(([a, b, c]) => `{"relevance":${a},"novelty":${b},"drift":${c}}`);
const pick = (...choices: readonly string[]) => fc.constantFrom(...choices).map(text);

/** Content, or a pointer to it. */
const representation: fc.Arbitrary<Member[]> = fc.oneof(
  fc
    .tuple(name, fc.constantFrom(null, "full", "compressed"))
    .map(([content, resolution]): Member[] => [
      ["content", text(content)],
      resolution === null ? null : ["resolution", text(resolution)],
    ]),
  fc.tuple(shortText, name).map(([content, ref]): Member[] => [
    ["content", text(content)],
    ["resolution", '"pointer"'],
    ["unit_ref", text(ref)],
  ]),
);

const entryOf = (more: fc.Arbitrary<Member | Member[]>) => (id: string) =>
  object(
    member("id", fc.constant(text(id))),
    member("slot", pick(...slots)),
    representation,
    member("tokens", small),
    member("score", score),
    member("committed_at", time.map(text)),
    maybe("last_access", time.map(text)),
    maybe("access_count", small),
    more,
    foreign(...KIT_KEYS),
    unknown,
  );

function listOf(
  identity: fc.Arbitrary<string>,
  entry: (id: string) => fc.Arbitrary<string>,
): fc.Arbitrary<string[]> {
  return fc
    .uniqueArray(identity, { maxLength: 5 })
    .chain((chosen) => fc.tuple(...chosen.map(entry)));
}

function tokensOf(entries: readonly string[]): number {
  return entries.reduce((sum, entry) => sum + Number(JSON.parse(entry).tokens), 0);
}

function linesOf(lines: readonly string[]): Files[string] {
  return lines.map((line) => `${line}\n`).join("");
}

const session = fc.constantFrom(
  '{"session_id":"s","task_id":"t","user_id":"u"}',
  '{"user_id":"u"}',
  "{}",
  '{"user_id":"u","x":1.0}',
);

const lifecycle = fc.oneof(
  object(
    member("ts", time.map(text)),
    member("entry_id", ids.map(text)),
    member("decision", pick("commit", "evict", "deprecate")),
    member("status", pick("hypothesis", "active", "validated", "deprecated", "superseded")),
    maybe(
      "reason",
      fc.oneof(
        signals,
        signals.map((all) => all.replace("{", '{"why":"x",')),
      ),
    ),
    maybe("audit", fc.constant('{"agreement":1.0}')),
    unknown,
  ),
  object(
    member("entry_id", ids.map(text)),
    member("ts", time.map(text)),
    member("decision", fc.constant('"supersede"')),
    member("status", fc.constant('"active"')),
    member("supersedes", ids.map(text)),
  ),
);

/** Any sound working-context bundle. */
export const workingContexts: fc.Arbitrary<Files> = fc
  .record({
    manifest: object(
      fc.constant<Member[]>([
        ["format", '"artesian.working-context"'],
        ["version", '"0.1"'],
      ]),
      member("created_at", time.map(text)),
      member("unit_source", pick("inline", "files")),
      maybe("agent_id", shortText.map(text)),
      maybe("unit_ref", name.map(text)),
      maybe("session", session),
      unknown,
    ),
    entries: listOf(ids, entryOf(fc.constant(null))),
    lines: fc.array(lifecycle, { maxLength: 5 }),
    room: fc.nat(50),
    more: unknown,
  })
  .map(({ manifest, entries, lines, room, more }) => ({
    "manifest.json": manifest,
    "snapshot.json": snapshot(
      [
        ["schema", text2(slots)],
        ["budget_tokens", String(Math.max(1, tokensOf(entries) + room))],
        ["token_count", String(tokensOf(entries))],
      ],
      entries,
      more,
    ),
    "lifecycle.jsonl": linesOf(lines),
  }));

function text2(value: readonly string[]): string {
  return JSON.stringify(value);
}

function snapshot(
  head: readonly Member[],
  entries: readonly string[],
  more: readonly Member[],
): string {
  const members = [...head, ...more].filter((each) => each !== null);
  const rendered = members.map(([key, value]) => `${text(key)}:${value}`);
  return `{${[...rendered, `"entries":[${entries.join(",")}]`].join(",")}}`;
}

const record = (id: string) =>
  object(
    member("id", fc.constant(text(id))),
    member("content", name.map(text)),
    member("tier", pick("L0", "L1", "L2", "L3")),
    maybe("tags", fc.array(shortText, { maxLength: 2 }).map(text2)),
    maybe("created_at", time.map(text)),
    maybe(
      "scores",
      fc.oneof(
        signals,
        score.map((value) => `{"relevance":${value},"own":1}`),
        fc.constant("{}"),
      ),
    ),
    maybe("node_id", name.map(text)),
    maybe("metadata", fc.constant('{"room":"north"}')),
    maybe("author_id", shortText.map(text)),
    maybe("confidence", fc.constantFrom("0.50", "1", "0")),
    maybe("state", pick("active", "archived", "retracted")),
    maybe("access_count", small),
    foreign(...OCF_KEYS, "tokens", "score", "unit_ref", "committed_at"),
    unknown,
  );

const kitLine = fc.oneof(
  object(
    member("event", pick("commit", "evict", "reject", "decay")),
    member("ts", time.map(text)),
    member("record_id", fc.oneof(ids, fc.constant("")).map(text)),
    maybe("scores", signals),
    maybe("gate", pick("accepted", "rejected", "evicted", "decayed")),
    maybe("reason", shortText.map(text)),
    unknown,
  ),
  object(
    member("event", pick("dream", "import")),
    member("ts", time.map(text)),
    maybe("record_id", ids.map(text)),
    maybe("source", shortText.map(text)),
    maybe("records_merged", small),
  ),
);

/** Any sound kit. */
export const kits: fc.Arbitrary<Files> = fc
  .record({
    manifest: object(
      fc.constant<Member[]>([
        ["format", '"artesian.working-context"'],
        ["version", '"0.1"'],
      ]),
      member("collection", name.map(text)),
      member("exported_at", time.map(text)),
      maybe("agent_id", shortText.map(text)),
      maybe("schema", shortText.map(text)),
      unknown,
    ),
    records: listOf(ids, record),
    lines: fc.array(kitLine, { maxLength: 5 }),
  })
  .map(({ manifest, records, lines }) => ({
    "manifest.json": manifest,
    "snapshot.json": `[${records.join(",")}]`,
    "lifecycle.jsonl": linesOf(lines),
  }));

const ocfKeys: fc.Arbitrary<Member[]> = fc
  .tuple(
    maybe("version", fc.integer({ min: 1, max: 9 }).map(String)),
    maybe("author_id", name.map(text)),
    maybe("access_list", fc.uniqueArray(name, { maxLength: 2 }).map(text2)),
    maybe("retrieval_strength", fc.constantFrom("0.5", "1.0", "0")),
    maybe("state", pick("active", "archived")),
  )
  .map((members) => [...members]);

const qualify = object(
  member("ts", time.map(text)),
  member("unit_ref", shortText.map(text)),
  member("admitted", fc.constantFrom("true", "false")),
  member("score", score),
  maybe("record_id", fc.oneof(ids, fc.constant("")).map(text)),
  maybe("namespace", pick("orchard", "shared")),
  maybe("author_id", name.map(text)),
  maybe(
    "decision",
    pick("admit", "reject", "promote", "merge", "supersede", "decay", "archive", "evict"),
  ),
  maybe("result_version", fc.integer({ min: 1, max: 9 }).map(String)),
  maybe("slot", fc.constantFrom("null", ...slots.map(text))),
  maybe(
    "reason",
    fc
      .oneof(
        shortText,
        ids.map((id) => `supersedes ${id}`),
      )
      .map(text),
  ),
);

/** Any OCF bundle that is sound in lenient: unknown keys are forbidden in strict. */
export const ocfs: fc.Arbitrary<Files> = fc
  .record({
    manifest: object(
      fc.constant<Member[]>([["ocf_version", '"0.2"']]),
      member("created", time.map(text)),
      member("unit_source", pick("inline", "pam")),
      maybe("agent_id", shortText.map(text)),
      maybe("default_namespace", pick("orchard", "shared")),
      maybe("unit_refs", fc.array(name, { maxLength: 3 }).map(text2)),
      maybe("session", session),
      unknown,
    ),
    described: fc.array(fc.option(shortText, { nil: null }), {
      minLength: slots.length,
      maxLength: slots.length,
    }),
    eviction: fc.option(fc.constantFrom("lowest-score", "oldest", "manual"), { nil: null }),
    entries: listOf(ids, (id) => entryOf(ocfKeys)(id)),
    twins: fc.boolean(),
    lines: fc.array(qualify, { maxLength: 5 }),
    room: fc.nat(50),
    more: unknown,
  })
  .map(({ manifest, described, eviction, entries: single, twins, lines, room, more }) => {
    const twin = single[0]?.replace("{", '{"namespace":"elsewhere",');
    const entries = twins && twin !== undefined ? [...single, twin] : single;
    const budget = String(Math.max(1, tokensOf(entries) + room));
    const declared = slots.map((slot, at) => ({
      name: slot,
      ...(described[at] == null ? {} : { description: described[at] }),
    }));
    return {
      "manifest.json": manifest,
      "schema.json": `{"ocf_version":"0.2","slots":${JSON.stringify(declared)},"budget_tokens":${budget}${eviction === null ? "" : `,"eviction":${text(eviction)}`}}`,
      "snapshot.json": snapshot(
        [
          ["budget_tokens", budget],
          ["token_count", String(tokensOf(entries))],
        ],
        entries,
        more,
      ),
      "qualify.jsonl": linesOf(lines),
    };
  });
