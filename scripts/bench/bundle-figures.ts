import { rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { memoryFiles } from "../../src/base/file-set.ts";
import { createFindings } from "../../src/base/findings.ts";
import { limitsByFormat } from "../../src/formats/limits.ts";
import { loadFormat } from "../../src/formats/registry.ts";
import type { Contest, Figure } from "./figure.ts";
import { eventLine, type TaskBundleSize, writeFiles, writeTaskBundle } from "./inputs.ts";
import { type Command, holdall, peakOf, timeOf } from "./measure.ts";

const bareNode: Command = { argv: [process.execPath, "-e", "0"] };
const small: TaskBundleSize = { files: 3, bytesPerFile: 512, events: 3, sums: true };
const tenThousand: TaskBundleSize = { ...small, files: 10_000, bytesPerFile: 2048 };
const gigabyte: TaskBundleSize = { ...small, files: 1000, bytesPerFile: 1_000_000 };

/** What reading, checking and packing bundles may cost, cheapest first. */
export const bundleFigures: readonly Figure[] = [
  {
    name: "holdall --version / node -e 0",
    unit: "time",
    limit: 1.2,
    rounds: 30,
    prepare: async () => ({ ours: timeOf(holdall("--version")), rival: timeOf(bareNode) }),
  },
  ...[["--help"], ["handoff", "--help"]].map(
    (args): Figure => ({
      name: `holdall ${args.join(" ")} / node -e 0`,
      unit: "time",
      limit: 1.6,
      rounds: 30,
      prepare: async () => ({ ours: timeOf(holdall(...args)), rival: timeOf(bareNode) }),
    }),
  ),
  {
    name: "holdall inspect, one entry / node -e 0",
    unit: "time",
    limit: 2.5,
    rounds: 30,
    prepare: async (folder) => {
      const samples = (await loadFormat("working-context")).samples;
      const bundle = await writeFiles(folder, samples[0]?.files ?? {});
      return { ours: timeOf(holdall("inspect", bundle)), rival: timeOf(bareNode) };
    },
  },
  {
    name: "checking JSON lines / JSON.parse per line",
    unit: "time",
    limit: 1 / 0.35,
    rounds: 7,
    prepare: prepareLines,
  },
  verifyFigure("10,000 files", 2, { ...tenThousand, sums: false }),
  verifyFigure("10,000 files with sums of their own, checked as well", 2, tenThousand),
  { ...verifyFigure("1 GB in 1,000 files", 1.5, gigabyte), rounds: 3, large: true },
  {
    name: "holdall pack, 10,000 files / tar czf",
    unit: "time",
    limit: 1.5,
    rounds: 5,
    prepare: preparePack,
  },
  memoryFigure("100,000 lines / 1,000 lines", 2, (events) => ({ ...small, events })),
  memoryFigure("100,000 files / 1,000 files", 2, (files) => ({ ...small, files })),
];

function verifyFigure(name: string, limit: number, size: TaskBundleSize): Figure {
  return {
    name: `holdall verify, ${name} / sha256sum -c`,
    unit: "time",
    limit,
    rounds: 7,
    prepare: async (folder) => {
      const bundle = await writeTaskBundle(join(folder, "bundle"), { ...size, sums: true });
      const list = join(size.sums ? bundle : folder, "SHA256SUMS");
      // The other program needs the list in any case; ours has the hashes of the bundle's own index.
      if (!size.sums) await rename(join(bundle, "SHA256SUMS"), list);
      return {
        ours: timeOf(holdall("verify", bundle)),
        rival: timeOf({ argv: ["sha256sum", "-c", "--quiet", list], cwd: bundle }),
      };
    },
  };
}

async function preparePack(folder: string): Promise<Contest> {
  const bundle = await writeTaskBundle(join(folder, "bundle"), { ...tenThousand, sums: false });
  const packed = join(folder, "packed.tar.gz");
  const tarred = join(folder, "tarred.tar.gz");
  return {
    ours: timeOf({
      ...holdall("pack", bundle, "--out", packed),
      before: () => rm(packed, { force: true }),
    }),
    rival: timeOf({
      argv: ["tar", "czf", tarred, "-C", folder, "bundle"],
      before: () => rm(tarred, { force: true }),
    }),
  };
}

/** Both start from the bytes in memory, so that only splitting, parsing and checking count. */
async function prepareLines(): Promise<Contest> {
  const lines = Array.from({ length: 100_000 }, (_, number) => `${eventLine(number)}\n`);
  const bytes = Buffer.from(lines.join(""));
  const format = await loadFormat("task-bundle");
  const files = memoryFiles({ ...format.samples[0]?.files, "events.jsonl": bytes });
  return {
    ours: timeOf(async () => {
      const findings = createFindings("lenient");
      const limits = limitsByFormat["task-bundle"];
      await format.read(files, { findings, limits, level: "records" });
      if (findings.errorCount() > 0) throw new Error(JSON.stringify(findings.list()[0]));
    }),
    rival: timeOf(() => {
      for (const line of bytes.toString().split("\n")) if (line !== "") JSON.parse(line);
    }),
  };
}

function memoryFigure(
  name: string,
  limit: number,
  sized: (count: number) => TaskBundleSize,
): Figure {
  return {
    name: `memory of holdall verify, ${name}`,
    unit: "memory",
    limit,
    rounds: 3,
    prepare: async (folder) => {
      const verify = async (count: number) =>
        holdall("verify", await writeTaskBundle(join(folder, String(count)), sized(count)));
      return {
        ours: peakOf(await verify(100_000), folder),
        rival: peakOf(await verify(1000), folder),
      };
    },
  };
}
