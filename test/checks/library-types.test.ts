import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { root } from "../../scripts/run.ts";
import { methodKey, methodName } from "../../src/library/create-holdall.ts";
import { argumentsOf } from "../../src/operations/operation/arguments.ts";
import { loadOperation, operationNames } from "../../src/operations/registry.ts";

const declarations = readFileSync(join(root, "dist/lib/library/holdall.d.ts"), "utf8");

/** The comment and the declaration of a key of the input of a command. */
function declaredKeys(name: string): ReadonlyMap<string, string> {
  const [, body = ""] =
    declarations.match(
      new RegExp(
        `What \`holdall ${name}\` is given\\. \\*/\\nexport interface \\w+ \\{([\\s\\S]*?)\\n\\}`,
      ),
    ) ?? [];
  const keys = body.matchAll(
    /\/\*\*([\s\S]*?)\*\/\s+readonly (\w+)\??: (MethodInput<"[^"]+">\["\w+"\]);/g,
  );
  return new Map(Array.from(keys, ([, comment = "", key = ""]) => [key, comment]));
}

test("an editor shows the summary of each command at its method, and the description of each option at its key", async () => {
  for (const name of operationNames) {
    const operation = await loadOperation(name);
    const method = methodName(name.split(" ").at(-1) ?? "");
    const comment = ` * ${operation.summary}.\n`;
    const at = declarations.indexOf(`* The command: \`holdall ${name}\`.`);
    assert.ok(at > 0, name);
    assert.ok(declarations.slice(at - 600, at).includes(comment), name);
    assert.match(
      declarations.slice(at, at + 1500),
      new RegExp(`\\*/\\s+readonly ${method}: `),
      name,
    );
    const keys = declaredKeys(name);
    for (const { key, description } of argumentsOf(operation)) {
      if (["store", "actor", "origin"].includes(key)) continue;
      const shown = keys.get(methodKey(key)) ?? "";
      assert.ok(description !== "" && shown.includes(description), `${name} ${key}: ${shown}`);
    }
  }
});
