import assert from "node:assert/strict";
import { test } from "node:test";
import { selectSettings } from "./select-settings.ts";

test("selectSettings() takes keys of JSON with comments, also below others and by a pattern", () => {
  const text = `{
    // The model.
    "model": "m-1",
    "hooks": { "SessionStart": [] },
    "env": { "MAKER_KEY": "k", "MAKER_URL": "u", "OTHER": "x" },
    "security": { "auth": { "kind": "key" }, "folderTrust": true },
  }`;
  const selected = selectSettings(text, "json", [
    "model",
    "env.MAKER_*",
    "security.auth",
    "absent",
  ]);
  assert.deepEqual(selected.keys, ["model", "env.MAKER_KEY", "env.MAKER_URL", "security.auth"]);
  assert.deepEqual(JSON.parse(selected.text ?? ""), {
    model: "m-1",
    env: { MAKER_KEY: "k", MAKER_URL: "u" },
    security: { auth: { kind: "key" } },
  });
});

test("selectSettings() takes keys of TOML with their tables, and drops what only a table contains", () => {
  const text = [
    'model = "m-1"',
    'notes = """',
    'model = "not this"',
    '"""',
    "[maker.own] # mine",
    'url = "u"',
    "[servers.x]",
    'command = "sh"',
    "[profiles.fast]",
    'model = "m-2"',
    'notes = "n"',
    "",
  ].join("\n");
  const { text: selected, keys } = selectSettings(text, "toml", [
    "model",
    "maker",
    "profiles.*.model",
  ]);
  assert.deepEqual(keys, ["model", "maker", "profiles.fast.model"]);
  assert.equal(
    selected,
    'model = "m-1"\n[maker.own] # mine\nurl = "u"\n[profiles.fast]\nmodel = "m-2"\n',
  );
});

test("selectSettings() drops a TOML table in one line when only a key of it is wanted", () => {
  const text = 'profiles = { fast = { model = "m", notes = "n" } }\n';
  assert.deepEqual(selectSettings(text, "toml", ["profiles.*.model"]), { text: null, keys: [] });
});

test("selectSettings() takes lines of variables", () => {
  const text = "# key\nexport MAKER_KEY=k\nOTHER=x\nMAKER_URL = u\n";
  assert.deepEqual(selectSettings(text, "env", ["MAKER_*"]), {
    text: "export MAKER_KEY=k\nMAKER_URL = u\n",
    keys: ["MAKER_KEY", "MAKER_URL"],
  });
});

test("selectSettings() takes nothing of what is no such file, or has none of the keys", () => {
  for (const text of ["", "{", "[]", "no settings", '{"other":1}']) {
    for (const format of ["json", "toml", "env"] as const) {
      assert.deepEqual(selectSettings(text, format, ["model"]), { text: null, keys: [] }, text);
    }
  }
});
