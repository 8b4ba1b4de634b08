import assert from "node:assert/strict";
import { test } from "node:test";
import { gateConfig } from "./config.ts";
import { type Candidate, type GateEntry, qualify, type Verdict } from "./gate.ts";

const config = gateConfig();

function candidate(content: string, changes: Partial<Candidate> = {}): Candidate {
  return { id: null, content, namespace: null, relevance: 1, ...changes };
}

function entry(id: string, content: string, namespace = "shared"): GateEntry {
  return { namespace, id, content, version: 1 };
}

function assertClose(actual: number | undefined, expected: number): void {
  assert.ok(actual !== undefined && Math.abs(actual - expected) < 1e-4, `${actual} ≠ ${expected}`);
}

test("qualify() rejects what is not relevant, with the audit of the published vector", () => {
  const verdict = qualify(candidate("a plain remark", { relevance: 0.1 }), [], config);
  assert.deepEqual([verdict.decision, verdict.reason], ["reject", "below_relevance_threshold"]);
  assertClose(verdict.audit.agreement, 1 / 3);
  assertClose(verdict.audit.krippendorff_alpha, -0.5);
  assertClose(verdict.audit.confidence, 0.2167);
});

test("qualify() admits into an empty state, with the audit of the published vector", () => {
  const verdict = qualify(candidate("a plain remark"), [], config);
  assert.deepEqual([verdict.decision, verdict.reason], ["admit", "qualified"]);
  assertClose(verdict.audit.agreement, 1);
  assertClose(verdict.audit.krippendorff_alpha, 1);
  assertClose(verdict.audit.confidence, 0.75);
});

test("qualify() names relevance first when a candidate is irrelevant and repeated", () => {
  const text = "the team chose Rust for the core crates";
  const verdict = qualify(candidate(text, { relevance: 0.1 }), [entry("a", text)], config);
  assert.equal(verdict.reason, "below_relevance_threshold");
});

test("qualify() rejects a relevance that is not a number", () => {
  const verdict = qualify(candidate("a remark", { relevance: Number.NaN }), [], config);
  assert.equal(verdict.decision, "reject");
});

// The original rejects this update as redundant: its word overlap is 0.857.
test("qualify() proposes to supersede when only the choice changed", () => {
  const old = entry("a", "the team chose Rust for the core crates");
  const verdict = qualify(candidate("the team chose Go for the core crates"), [old], config);
  assert.deepEqual([verdict.decision, verdict.reason], ["conflict", "drift"]);
  assert.deepEqual(verdict.matched, {
    namespace: "shared",
    id: "a",
    content: "the team chose Rust for the core crates",
  });
  assertClose(verdict.signals.find(({ name }) => name === "novelty")?.value, 1 - 6 / 7);
});

// The original admits 15 of 180 such facts: they share the words of their template.
test("qualify() admits facts that share a template and differ in their names", () => {
  const about = (name: string, days: number) =>
    `\`${name}\` records are kept for **${days} days** in primary storage, then moved to cold archive.`;
  const entries = [entry("a", about("orders-api", 30)), entry("b", about("media-api", 44))];
  assert.equal(qualify(candidate(about("audit-api", 58)), entries, config).decision, "admit");
  assert.equal(qualify(candidate(about("media-api", 30)), entries, config).decision, "conflict");
  assert.equal(qualify(candidate(about("media-api", 44)), entries, config).reason, "redundant");
});

test("qualify() sends an id that is in force to the update path of its namespace", () => {
  const entries = [entry("a", "the cache lives 90 seconds", "team")];
  const same = candidate("something else entirely", { id: "a", namespace: "team" });
  const other = candidate("something else entirely", { id: "a" });
  assert.equal(qualify(same, entries, config).decision, "update");
  assert.equal(qualify(other, entries, config).decision, "admit");
});

test("qualify() sees no contradiction in another namespace", () => {
  const entries = [entry("a", "the team chose Rust for the core crates", "other")];
  const verdict = qualify(candidate("the team chose Go for the core crates"), entries, config);
  assert.equal(verdict.decision, "admit");
});

test("qualify() prefers the entry that says the same over one that is contradicted", () => {
  const entries = [
    entry("a", "the team chose Rust for the core crates"),
    entry("b", "the team chose Go for the core crates"),
  ];
  const verdict = qualify(candidate("The team chose Go for the core crates."), entries, config);
  assert.deepEqual([verdict.reason, verdict.matched?.id], ["redundant", "b"]);
});

for (const [before, after] of [
  ["retries are enabled for uploads", "retries are disabled for uploads"],
  ["we deploy on Friday after review", "we do not deploy on Friday after review"],
  ["the access token lives 15 minutes", "the access token lives 2 hours"],
  ["the service runs Node v22.1.0 in production", "the service runs Node v24.11.1 in production"],
  ["The failover region is us-east", "The failover region is now eu-west"],
  ["the retry limit is five attempts", "the retry limit is three attempts"],
] as const) {
  test(`qualify() takes "${after}" for a contradiction of "${before}"`, () => {
    const verdict: Verdict = qualify(candidate(after), [entry("a", before)], config);
    assert.equal(verdict.decision, "conflict");
  });
}

for (const [before, after] of [
  ["the billing queue limit is 50", "the search queue limit is 70"],
  ["the night shift lead is Amara", "the day shift lead is Goran"],
] as const) {
  test(`qualify() sees that "${after}" has another subject than "${before}"`, () => {
    assert.equal(qualify(candidate(after), [entry("a", before)], config).decision, "admit");
  });
}

// What the words alone do not show; docs/gate.md says so.
for (const [before, after] of [
  ["the portal uses auth-api", "the portal uses login-api"],
  ["We chose DigitalOcean Spaces for backups", "Backups will go to Backblaze B2"],
  ["Only the release manager may publish", "Anyone on the team may publish"],
  ["潮汐数据存放在本地磁盘", "潮汐数据改放到对象存储"],
  ["Die Pegel werden stündlich abgefragt", "Pegel kommen jetzt per Push"],
  ["Sprint length is two weeks", "Iterations last three weeks from now on"],
  ["Only maintainers may close issues", "The bot shuts tickets after 60 days"],
  ["错误信息一律返回英文", "接口报错要跟随用户语言"],
] as const) {
  test(`qualify() admits "${after}" and names "${before}" as what may be affected`, () => {
    const verdict = qualify(candidate(after), [entry("a", before)], config);
    assert.deepEqual([verdict.decision, verdict.compare.length], ["admit", 0]);
    assert.deepEqual(verdict.see_also, [{ namespace: "shared", id: "a", content: before }]);
  });
}

for (const [before, after] of [
  ["billing is owned by Ana", "search is owned by Ana"],
  ["The north pier has 12 berths", "The south pier has 30 berths"],
  ["支付模块由小王负责", "库存模块由小李负责"],
  ["Sessions last 20 minutes", "The lighthouse is painted every spring"],
] as const) {
  test(`qualify() has nothing to say of "${before}" when it admits "${after}"`, () => {
    const verdict = qualify(candidate(after), [entry("a", before)], config);
    const { decision, compare, see_also } = verdict;
    assert.deepEqual([decision, compare, see_also], ["admit", [], []]);
  });
}

test("qualify() names three entries at most, those with the rarest words first", () => {
  const entries = [
    ...Array.from({ length: 12 }, (_, at) => entry(`p${at}`, `The harbour keeps record ${at}`)),
    entry("tide", "Tide tables of the harbour are printed in Bergen"),
  ];
  const verdict = qualify(
    candidate("Tide tables are drawn by the harbour itself"),
    entries,
    config,
  );
  assert.equal(verdict.see_also[0]?.id, "tide");
  assert.ok(verdict.see_also.length <= 3);
});

test("gateConfig() gives other thresholds another hash", () => {
  assert.notEqual(gateConfig({ max_drift: 0.7 }).hash, config.hash);
  assert.equal(gateConfig({}).hash, config.hash);
});
