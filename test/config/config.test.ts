import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { codeOf, contextIn, runOperation } from "../support/operations.ts";
import { makeScratch } from "../support/scratch.ts";

/** A user with a configuration folder of its own. */
function user(text?: string) {
  const folder = makeScratch();
  process.env.XDG_CONFIG_HOME = folder;
  const file = path.join(folder, "holdall", "config.yaml");
  if (text !== undefined) {
    fs.mkdirSync(path.dirname(file));
    fs.writeFileSync(file, text);
  }
  const context = contextIn(folder);
  const read = () => fs.readFileSync(file, "utf8");
  const get = async (key: string) =>
    (await runOperation<{ value: unknown }>(context, "config get", { key })).out.value;
  const set = (key: string, value: string) => runOperation(context, "config set", { key, value });
  return { context, read, get, set, file };
}

const COMMENTED = `# mine
redaction:
  allow:
    # no secrets of ours
    names: [SESSION_COOKIE] # the demo
`;

test("config set changes one value and keeps comments and everything else", async () => {
  const { read, get, set } = user(COMMENTED);
  await set("redaction.allow.values", "[pk_demo_*, other]");
  for (const kept of ["# mine", "# no secrets of ours", "names: [SESSION_COOKIE] # the demo"]) {
    assert.ok(read().includes(kept), kept);
  }
  assert.deepEqual(await get("redaction.allow.values"), ["pk_demo_*", "other"]);
  assert.deepEqual(await get("redaction.allow.names"), ["SESSION_COOKIE"]);
});

test("config set creates the file, for its owner only, and --unset brings the default back", async () => {
  const { context, get, set, file } = user();
  assert.deepEqual(await get("redaction.allow.rules"), []);
  await set("redaction.allow.rules", "[jwt]");
  assert.equal(fs.statSync(file).mode & 0o777, 0o600);
  await set("embedder", "{ base_url: 'http://127.0.0.1:1/v1', model: small }");
  assert.equal(await get("embedder.model"), "small");
  await runOperation(context, "config set", { key: "redaction.allow.rules", unset: true });
  assert.deepEqual(await get("redaction.allow.rules"), []);
});

test("config refuses unknown keys, values of another form and damaged files, and changes nothing", async () => {
  const { read, get, set, context } = user(COMMENTED);
  assert.equal(await codeOf(set("redaction.allow.nmaes", "[a]")), "E_NOT_FOUND");
  assert.equal(await codeOf(set("redaction.allow.names", "7")), "E_SHAPE");
  assert.equal(await codeOf(set("redaction.allow.names", "[a")), "E_USAGE");
  assert.equal(await codeOf(set("redaction.allow.names.x", "a")), "E_NOT_FOUND");
  assert.equal(await codeOf(set("__proto__.x", "a")), "E_NOT_FOUND");
  assert.equal(await codeOf(get("redaction.allow.nmaes")), "E_NOT_FOUND");
  assert.equal(await codeOf(runOperation(context, "config set", { key: "embedder" })), "E_USAGE");
  assert.equal(read(), COMMENTED);
  const damaged = user("a: [");
  assert.equal(await codeOf(damaged.set("redaction.allow.names", "[a]")), "E_YAML");
  assert.equal(damaged.read(), "a: [");
});

test("config get and config set refuse an unknown setting with the same code and the same advice", async () => {
  const { set, get } = user(COMMENTED);
  for (const key of ["redacton", "redaction.alow.values", "embeder.model", "sotre", "judges.x"]) {
    const refusals = [get(key), set(key, "a")].map((work) =>
      work.then(String, ({ code, cure }) => ({ code, cure })),
    );
    const [got, changed] = await Promise.all(refusals);
    assert.deepEqual(got, changed, key);
    assert.equal(await codeOf(get(key)), "E_NOT_FOUND", key);
  }
  assert.equal(await get("embedder.model"), null); // Known, and not set.
});

test("config names the file of a setting that describes a project, and the setting that was meant", async () => {
  const { set, get, read } = user(COMMENTED);
  const cureOf = (work: Promise<unknown>) => work.then(String, (error) => String(error.cure));
  assert.match(await cureOf(set("hooks.max_tokens", "300")), /holdall\.yaml/);
  assert.match(await cureOf(get("hooks.max_tokens")), /holdall\.yaml/);
  assert.match(await cureOf(get("redaction.allow.nmaes")), /redaction\.allow\.names/);
  assert.equal(read(), COMMENTED);
});

test("config list has every setting, set or not", async () => {
  const { context } = user(COMMENTED);
  type List = { readonly settings: readonly { readonly key: string; readonly is_set: boolean }[] };
  const { out } = await runOperation<List>(context, "config list");
  const names = out.settings.find(({ key }) => key === "redaction.allow.names");
  assert.equal(names?.is_set, true);
  assert.equal(out.settings.find(({ key }) => key === "redaction.allow.values")?.is_set, false);
  assert.ok(out.settings.some(({ key }) => key === "embedder"));
});
