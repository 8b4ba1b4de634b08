import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { test } from "node:test";

const source = new URL("../../", import.meta.url).href;

interface Size {
  readonly files: number;
  readonly events: number;
  readonly order?: "sorted" | "reversed";
}

/** Checks a bundle of generated files in a process that dies when it needs more heap than is given. */
function check(options: Size, heap: number): void {
  const script = `
    import { createFindings } from "${source}base/findings.ts";
    import { memoryEntry, memoryFiles } from "${source}base/file-set.ts";
    import { limitsByFormat } from "${source}formats/limits.ts";
    import { samples } from "${source}formats/task-bundle/samples.ts";
    import taskBundle from "${source}formats/task-bundle/task-bundle.ts";
    const { files, events, order } = ${JSON.stringify(options)};
    const limits = limitsByFormat["task-bundle"];
    const sha256 = "0".repeat(64);
    const name = (n) => "folder-" + String(Math.floor(n / 1000)).padStart(4, "0") + "/file-" + String(n).padStart(7, "0");
    const stream = (path, read) => ({ ...memoryEntry(path, new Uint8Array()), read });
    async function* lines() {
      const line = '{"type":"run_command","at":"2026-01-01T00:00:00Z","detail":"npm test"}\\n';
      const chunk = Buffer.from(line.repeat(1000));
      for (let n = 0; n < events; n += 1000) yield chunk;
    }
    async function* manifest() {
      yield Buffer.from('{"capturedAt":"2026-01-01T00:00:00Z","root":"workspace/files","fileCount":' + files + ',"files":[');
      for (let n = 0; n < files; n++) {
        const path = name(order === "reversed" ? files - 1 - n : n);
        yield Buffer.from((n === 0 ? "" : ",\\n") + JSON.stringify({ path, sha256, size: 3, note: "x".repeat(40) }));
      }
      yield Buffer.from("]}");
    }
    const small = { ...samples()[0].files };
    const bundle = JSON.parse(small["bundle.json"]);
    delete bundle.artifactInfo;
    small["bundle.json"] = JSON.stringify(bundle);
    const few = memoryFiles({ "bundle.json": small["bundle.json"], "result.diff": "", "summary.md": "s", "task.md": "t" });
    const large = { "events.jsonl": stream("events.jsonl", lines), "workspace/manifest.json": stream("workspace/manifest.json", manifest) };
    // A size that readers of whole files refuse.
    for (const entry of Object.values(large)) entry.size = 512 * 1024 * 1024;
    const set = {
      get: async (path) => large[path] ?? few.get(path),
      async *entries() {
        yield* few.entries();
        yield large["events.jsonl"];
        for (let n = 0; n < files; n++) {
          yield { path: "workspace/files/" + name(n), kind: "file", mode: 0o644, size: 3, read: async function* () {}, digest: async () => ({ sha256, size: 3 }) };
        }
        yield large["workspace/manifest.json"];
      },
    };
    const findings = createFindings();
    const model = await taskBundle.read(set, { limits, findings, level: "full" });
    process.stdout.write(JSON.stringify({
      errors: findings.list().filter((each) => each.severity === "error"),
      files: model.workspace.count,
      events: model.events.count,
    }));
  `;
  const limits = [`--max-old-space-size=${heap}`, "--max-semi-space-size=4"];
  const result = spawnSync(process.execPath, [...limits, "--input-type=module", "-e", script], {
    encoding: "utf8",
  });
  assert.equal(result.status, 0, result.stderr.slice(0, 2000));
  const { files, events } = options;
  assert.deepEqual(JSON.parse(result.stdout), { errors: [], files, events });
}

test("taskBundle.read() needs a small heap for 200,000 files and 200,000 events", () => {
  check({ files: 200_000, events: 200_000 }, 48);
});

test("taskBundle.read() puts a large manifest in order within bounds", () => {
  check({ files: 100_000, events: 1000, order: "reversed" }, 128);
});
