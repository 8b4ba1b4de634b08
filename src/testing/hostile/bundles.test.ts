import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { after, test } from "node:test";
import { createFindings, isOk } from "../../base/findings.ts";
import { folderFiles } from "../../disk/folder.ts";
import { createTemporaryFolder, removeTemporary } from "../../disk/temporary.ts";
import { limitsByFormat } from "../../formats/limits.ts";
import taskBundle from "../../formats/task-bundle/task-bundle.ts";
import { hostileArchives } from "./archives.ts";
import { type HostileBundle, hostileBundles } from "./bundles.ts";

const root = createTemporaryFolder();
after(() => removeTemporary(root));

function lay(bundle: HostileBundle): string {
  const folder = path.join(root, bundle.name);
  for (const [file, content] of Object.entries(bundle.files)) {
    const target = path.join(folder, file);
    fs.mkdirSync(path.dirname(target), { recursive: true });
    fs.writeFileSync(target, content);
  }
  for (const [link, target] of Object.entries(bundle.links)) {
    fs.symlinkSync(target, path.join(folder, link));
  }
  return folder;
}

async function check(bundle: HostileBundle) {
  const findings = createFindings("strict");
  const files = folderFiles(lay(bundle));
  assert.deepEqual(await taskBundle.detect(files), { match: true });
  const limits = limitsByFormat["task-bundle"];
  const model = await taskBundle.read(files, { limits, findings, level: "full" });
  return { model, list: findings.list() };
}

test("hostileBundles and hostileArchives are 45 cases under distinct names", () => {
  const names = [...hostileBundles, ...hostileArchives].map(({ name }) => name);
  assert.equal(new Set(names).size, 45);
});

for (const bundle of hostileBundles) {
  test(`taskBundle.read() says of "${bundle.name}": ${bundle.expect}`, async () => {
    const { model, list } = await check(bundle);
    assert.equal(isOk(list), bundle.verdict !== "invalid", JSON.stringify(list, null, 1));
    for (const code of bundle.codes) {
      const found = list.find((finding) => finding.code === code);
      assert.ok(found, `${code} in ${JSON.stringify(list)}`);
      assert.equal(found.severity, code.startsWith("E_") ? "error" : "warning");
      if (bundle.line !== undefined) assert.equal(found.line, bundle.line);
    }
    const errors = list.filter(({ severity }) => severity === "error").map(({ code }) => code);
    for (const code of errors) assert.ok(isExpected(code, bundle), JSON.stringify(list));
    if (bundle.replayReady !== undefined) assert.equal(model?.replay.ready, bundle.replayReady);
  });
}

/** A pointer that leads nowhere also leaves its file unlisted and its record about another file. */
function isExpected(code: string, { codes }: HostileBundle): boolean {
  const follows = codes.includes("E_PATH") ? ["E_DIGEST", "E_SHAPE"] : [];
  return codes.includes(code as never) || follows.includes(code);
}

test("taskBundle renders and summarises a hostile title without obeying it", async () => {
  const bundle = hostileBundles.find(({ name }) => name === "title-injection");
  assert.ok(bundle);
  const { model } = await check({ ...bundle, name: "title-again" });
  assert.ok(model);
  const { title } = taskBundle.summarise(model);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: exactly these must not be there.
  assert.doesNotMatch(title, /[\n\u001b]/);
  const markdown = taskBundle.render(model);
  assert.doesNotMatch(markdown, /^## Injected/m);
  assert.doesNotMatch(markdown, /(?<!\\)<script/);
  assert.ok(!markdown.includes("\u001b"));
});
