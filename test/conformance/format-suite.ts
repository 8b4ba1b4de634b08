import assert from "node:assert/strict";
import type { FileEntry, FileSet } from "../../src/base/file-set.ts";
import { compareBytes, memoryFiles, treeFiles } from "../../src/base/file-set.ts";
import { createFindings, type Profile } from "../../src/base/findings.ts";
import { pathFault } from "../../src/base/paths.ts";
import { readBytes } from "../../src/base/text/text.ts";
import { detectFormat } from "../../src/bundles/detect.ts";
import type { Format, Sample } from "../../src/formats/format.ts";
import type { Limits } from "../../src/formats/limits.ts";
import { limitsOf } from "../../src/formats/limits.ts";
import { damagedCopies } from "../support/damage.ts";
import { drive } from "../support/drive-format.ts";

/** One promise of the format contract, to be kept for every sample of every format. */
export interface FormatCheck {
  readonly name: string;
  run(format: Format, sample: Sample): Promise<void>;
}

/** Files that a format does not write back as they were: it says them in its own spelling. */
const NORMALISED = new Set(["ocf-kit/long tier names and full records/snapshot.json"]);

/** The contract of `src/formats/format.ts`, promise by promise. */
export const formatSuite: readonly FormatCheck[] = [
  {
    name: "is detected as this format and as no other",
    async run(format, { files }) {
      const findings = createFindings();
      const detected = await detectFormat(memoryFiles(files), findings);
      assert.equal(detected?.name, format.name);
      assert.deepEqual(findings.list(), []);
    },
  },
  {
    name: "reads in strict without an error",
    async run(format, { files }) {
      const { model } = await soundModel(format, memoryFiles(files));
      assert.notEqual(model, null);
    },
  },
  {
    name: "write(read(x)) reads back as an equal model, and writing twice gives the same bytes",
    async run(format, { files }) {
      const first = await soundModel(format, memoryFiles(files));
      const tree = format.write(first.model);
      const second = await soundModel(format, treeFiles(tree));
      assert.equal(format.render(second.model), format.render(first.model));
      assert.deepEqual(format.summarise(second.model), format.summarise(first.model));
      const bytes = await contentOf(treeFiles(tree));
      assert.deepEqual(await contentOf(treeFiles(format.write(first.model))), bytes);
      assert.deepEqual(await contentOf(treeFiles(format.write(second.model))), bytes);
    },
  },
  {
    name: "files that nobody changed come back byte for byte",
    async run(format, { name, files }) {
      const { model } = await soundModel(format, memoryFiles(files));
      const written = await contentOf(treeFiles(format.write(model)));
      for (const [path, bytes] of await contentOf(memoryFiles(files))) {
        if (NORMALISED.has(`${format.name}/${name}/${path}`)) continue;
        if (format.derived?.includes(path)) continue;
        assert.deepEqual(written.get(path), bytes, path);
      }
    },
  },
  {
    name: "unknown keys survive a round trip",
    async run(format, { files }) {
      for (const [path, changed] of withUnknownKeys(files)) {
        const findings = createFindings("lenient");
        const options = { findings, limits: limitsOf(format), level: "records" } as const;
        const model = await format.read(memoryFiles({ ...files, [path]: changed }), options);
        assert.notEqual(model, null, path);
        const written = await contentOf(treeFiles(format.write(model)));
        assert.match(written.get(path) ?? "", /x-unknown.*7\.0/, path);
      }
    },
  },
  {
    name: "damage ends in findings or a clean read, never in another exception",
    async run(format, { files }) {
      let count = 0;
      for (const { what, files: damaged } of damagedCopies(files)) {
        await drive(format, memoryFiles(damaged), count++ % 2 ? "strict" : "lenient", what);
      }
      assert.ok(count > 20);
    },
  },
  {
    name: "a removed file, a link and a pipe in a file's place are never read as if they were there",
    async run(format, { files }) {
      for (const path of Object.keys(files)) {
        for (const kind of ["link", "other"] as const) {
          const set = withKind(memoryFiles(files), path, kind);
          const { findings } = await drive(format, set, "strict", `${path} is a ${kind}`);
          assert.ok(findings.errorCount() > 0, `${path} as a ${kind} passes`);
        }
      }
    },
  },
  {
    name: "a limit that is exceeded is a finding, and nothing is read beyond it",
    async run(format, { files }) {
      const hasLines = Object.keys(files).some((path) => path.endsWith(".jsonl"));
      const tight: Partial<Limits>[] = [{ documentBytes: 8, snapshotBytes: 8 }];
      if (hasLines) tight.push({ lineBytes: 8 }, { jsonlBytes: 8 });
      for (const limits of tight) {
        const findings = createFindings();
        const all = { ...limitsOf(format), ...limits };
        await format.read(memoryFiles(files), { findings, limits: all, level: "full" });
        const codes = findings.list().map((finding) => finding.code);
        assert.ok(codes.includes("E_LIMIT"), `${JSON.stringify(limits)} gave ${codes}`);
      }
    },
  },
  {
    name: "reading twice says the same, and reads no path outside the set",
    async run(format, { files }) {
      const asked: string[] = [];
      const set = watched(memoryFiles(files), asked);
      const first = await soundModel(format, set);
      const second = await soundModel(format, set);
      assert.deepEqual(second.findings.list(), first.findings.list());
      for (const path of asked) assert.equal(pathFault(path), null, path);
    },
  },
  {
    name: "its archive has one top folder whose name every system can make",
    async run(format, { files }) {
      const { model } = await soundModel(format, memoryFiles(files));
      const top = format.topFolder(model);
      assert.equal(pathFault(top), null);
      assert.match(top, /^[A-Za-z0-9][A-Za-z0-9._-]*$/);
    },
  },
];

async function soundModel(format: Format, files: FileSet, profile: Profile = "strict") {
  const findings = createFindings(profile);
  const model = await format.read(files, { findings, limits: limitsOf(format), level: "full" });
  const errors = findings.list().filter((finding) => finding.severity === "error");
  assert.deepEqual(errors, []);
  return { model, findings };
}

/** Path to content of every file; as text of one character per byte, which failures can show. */
async function contentOf(files: FileSet): Promise<Map<string, string>> {
  const content = new Map<string, string>();
  for await (const entry of files.entries()) {
    if (entry.kind !== "file") continue;
    content.set(entry.path, Buffer.from(await readBytes(entry, 2 ** 30)).toString("latin1"));
  }
  return new Map([...content].sort(([a], [b]) => compareBytes(a, b)));
}

/** Each document of a sample with one more key in it. */
function* withUnknownKeys(files: Sample["files"]): Generator<[string, string]> {
  for (const [path, content] of Object.entries(files)) {
    const text = String(content);
    // An artifact is named by its bytes, so it cannot be changed.
    if (path.startsWith("blobs/")) continue;
    if (/^\s*\[?\s*\{/.test(text) && /\.jsonl?$/.test(path)) {
      yield [path, text.replace("{", () => '{ "x-unknown": 7.0, ')];
    } else if (path.endsWith(".yaml")) {
      yield [path, `${text.trimEnd()}\nx-unknown: 7.0\n`];
    } else if (text.startsWith("---\n")) {
      yield [path, text.replace("---\n", () => "---\nx-unknown: 7.0\n")];
    }
  }
}

/** The set with one file turned into a link or a device, whose bytes must not be asked for. */
function withKind(files: FileSet, path: string, kind: "link" | "other"): FileSet {
  const turn = (entry: FileEntry): FileEntry => {
    if (entry.path !== path) return entry;
    const refuse = () => assert.fail(`${path} is a ${kind} and was read`);
    const target = kind === "link" ? { target: "/etc/hostname" } : {};
    return { ...entry, kind, size: 0, ...target, read: refuse, digest: refuse };
  };
  return {
    async *entries() {
      for await (const entry of files.entries()) yield turn(entry);
    },
    get: async (name) => {
      const entry = await files.get(name);
      return entry && turn(entry);
    },
  };
}

function watched(files: FileSet, asked: string[]): FileSet {
  return {
    entries: () => files.entries(),
    get: (path) => {
      asked.push(path);
      return files.get(path);
    },
  };
}
