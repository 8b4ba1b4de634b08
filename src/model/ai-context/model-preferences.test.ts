import assert from "node:assert/strict";
import { test } from "node:test";
import { createFindings } from "../../base/findings.ts";
import { isObject, type JsonObject } from "../../base/json/value.ts";
import { parseYaml } from "../../base/yaml/yaml.ts";
import { readPreferences } from "./model-preferences.ts";

function preferencesOf(yaml: string, body = "") {
  const findings = createFindings();
  const { value } = parseYaml(yaml);
  const frontMatter: JsonObject | null = isObject(value) ? value : null;
  const record = readPreferences({ frontMatter, body }, "model_preferences.md", findings);
  const codes = findings.list().map(({ code, pointer }) => `${code} ${pointer ?? ""}`);
  return { record, codes };
}

const canonical = `preferred_model: m-large
fallback_models: [m-small, m-tiny]
capability_overrides:
  - mandate: mandate.plan
    required_model: m-huge
enforcement_mode: enforce
action_required: auto_switch
`;
const older = canonical
  .replace("preferred_model", "default_model")
  .replace("fallback_models: [", "allowed_models: [m-large, ");
const expected = {
  preferred_model: "m-large",
  fallback_models: ["m-small", "m-tiny"],
  capability_overrides: [{ mandate: "mandate.plan", required_model: "m-huge" }],
  enforcement_mode: "enforce",
  action_required: "auto_switch",
};

test("readPreferences() reads every older shape as the same record", () => {
  const nested = (text: string) => `model:\n${text.replaceAll(/^/gm, "  ").trimEnd()}\n`;
  const shapes: readonly (readonly [yaml: string, body: string])[] = [
    [canonical, ""],
    [older, ""],
    [nested(canonical), ""],
    [nested(older), ""],
    ["", `# Model preferences\n\n${canonical}fallback_policy: ask\nremediation: tell Ida\n`],
    ["authored_by: human\n", older],
    [
      "",
      `# Model preferences\n\nSome words: and more.\n\n\`\`\`yaml\n${older}\`\`\`\n- not a model\n`,
    ],
  ];
  for (const [yaml, body] of shapes) {
    const { record, codes } = preferencesOf(yaml, body);
    assert.deepEqual(codes, [], yaml + body);
    assert.deepEqual(record, expected, yaml + body);
  }
});

test("readPreferences() never takes a list of the body for models when the front matter has them", () => {
  const { record } = preferencesOf("preferred_model: m-large\n", "allowed_models:\n  - m-evil\n");
  assert.deepEqual(record, { preferred_model: "m-large" });
});

test("readPreferences() refuses what is not a policy", () => {
  const cases: readonly (readonly [string, string])[] = [
    ["enforcement_mode: monitor\n", "E_SHAPE /preferred_model"],
    ["preferred_model: 4\n", "E_SHAPE /preferred_model"],
    ["preferred_model: m\nfallback_models: m-small\n", "E_SHAPE /fallback_models"],
    ["preferred_model: m\nenforcement_mode: maybe\n", "E_ENUM /enforcement_mode"],
    ["preferred_model: m\nlast_checked_at: today\n", "E_TIME /last_checked_at"],
    [
      "preferred_model: m\ncapability_overrides: [{mandate: x}]\n",
      "E_SHAPE /capability_overrides/0/required_model",
    ],
    ["preferred_model: m\naction_required: shout\n", "W_UNKNOWN_ENUM /action_required"],
    [
      "preferred_model: m\naction_required: none\nenforcement_mode: enforce\n",
      "W_POLICY /action_required",
    ],
  ];
  for (const [yaml, code] of cases) assert.deepEqual(preferencesOf(yaml).codes, [code], yaml);
});

test("readPreferences() knows the actions", () => {
  for (const action of ["none", "auto_switch", "notify_garden_cos", "notify_jane@home"]) {
    const { codes } = preferencesOf(`preferred_model: m\naction_required: ${action}\n`);
    assert.deepEqual(codes, [], action);
  }
});

test("readPreferences() leaves a body that is not plain YAML alone", () => {
  for (const body of ["a: *x\n", "x".repeat(100_000), "default_model: !!js/function m\n"]) {
    assert.deepEqual(preferencesOf("", body).codes, ["E_SHAPE /preferred_model"]);
  }
});
