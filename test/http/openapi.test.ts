import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { Validator } from "@seriousme/openapi-schema-validator";
import { loadRoutes } from "../../src/http/routes.ts";

const file = path.join(import.meta.dirname, "../../docs/openapi.json");
const text = fs.readFileSync(file, "utf8");

test("the description is valid OpenAPI 3.1 for another program", async () => {
  const validator = new Validator();
  const { valid, errors } = await validator.validate(JSON.parse(text));
  assert.equal(valid, true, JSON.stringify(errors));
  assert.equal(validator.version, "3.1");
});

test("the description has every route with its methods, and resolves every reference", async () => {
  const { paths, components } = JSON.parse(text);
  for (const { path: place, effect } of (await loadRoutes()).values()) {
    const methods = effect === "read" ? ["get", "post"] : ["post"];
    assert.deepEqual(Object.keys(paths[`/${place}`] ?? {}), methods, place);
  }
  for (const [, name = ""] of text.matchAll(/"\$ref": ?"([^"]+)"/g)) {
    const prefix = "#/components/schemas/";
    assert.ok(name.startsWith(prefix) && name.slice(prefix.length) in components.schemas, name);
  }
});
