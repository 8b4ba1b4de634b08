import { join } from "node:path";
import { chatty, laborious, type Shape } from "./conversation.ts";
import type { Figure } from "./figure.ts";
import { type Command, peakOf, processorTimeOf, timeOf } from "./measure.ts";
import { type Anchor, compile, open, type Wanted, workspaceOf } from "./workspaces.ts";

const SMALL = 10_000;
const WARM_UP = 20;

/** What compiling a long conversation may cost, and opening its workspace. */
export const compileFigures: readonly Figure[] = [100_000, 1_000_000].flatMap((events) => {
  const figures = [chatty, laborious].flatMap((shape) =>
    [false, true].flatMap((checkpoints) => {
      const wanted = { shape, events, checkpoints };
      const anchors = (["end", "middle"] as const).flatMap((anchor) => [
        growthFigure(wanted, anchor),
        worstFigure(wanted, anchor),
      ]);
      return [...anchors, memoryFigure(wanted)];
    }),
  );
  const all = [...figures, openFigure(events)];
  return events > 100_000 ? all.map((figure) => ({ ...figure, large: true as const })) : all;
});

function growthFigure(wanted: Wanted, anchor: Anchor): Figure {
  const { events, shape } = wanted;
  return {
    name: `compile, ${titleOf(wanted, anchor)} / ${SMALL.toLocaleString("en")} events`,
    unit: "time",
    limit: 1.3,
    rounds: 60,
    plot: { line: lineOf(wanted, shape, anchor), ours: events, rival: SMALL },
    prepare: async (_folder, shared) => {
      const ours = await openWarm(shared, wanted, anchor);
      const rival = await openWarm(shared, { ...wanted, events: SMALL }, anchor);
      return {
        ours: timeOf(ours.compile),
        rival: timeOf(rival.compile),
        end: async () => {
          await ours.close();
          await rival.close();
        },
      };
    },
  };
}

function worstFigure(wanted: Wanted, anchor: Anchor): Figure {
  return {
    name: `compile p95 in processor time, ${titleOf(wanted, anchor)} / 50 ms`,
    unit: "time",
    limit: 1,
    rounds: 100,
    quantile: 0.95,
    prepare: async (_folder, shared) => {
      const warm = await openWarm(shared, wanted, anchor);
      return { ours: processorTimeOf(warm.compile), rival: 50, end: warm.close };
    },
  };
}

/** An open workspace in which the same message was compiled for some times already. */
async function openWarm(
  shared: string,
  wanted: Wanted,
  anchor: Anchor,
): Promise<{ readonly compile: () => Promise<unknown>; readonly close: () => Promise<void> }> {
  const ledger = await open(await workspaceOf(shared, wanted));
  for (let round = 0; round < WARM_UP; round++) await compile(ledger, wanted, anchor);
  return { compile: () => compile(ledger, wanted, anchor), close: () => ledger.close() };
}

function memoryFigure(wanted: Wanted): Figure {
  return {
    name: `memory of one compile, ${titleOf(wanted, "end")} / 4 x its bundle + 16 MB`,
    unit: "memory",
    limit: 1,
    rounds: 3,
    prepare: async (_folder, shared) => {
      const workspace = await workspaceOf(shared, wanted);
      const ledger = await open(workspace);
      const { bundle } = await compile(ledger, wanted, "end");
      await ledger.close();
      const [idle, busy] = (["beginning", "end"] as const).map((anchor) =>
        peakOf(compileOnce(workspace, wanted, anchor), shared),
      );
      if (!idle || !busy) throw new RangeError("two were made");
      return {
        ours: async () => (await busy()) - (await idle()),
        rival: 4 * bundle.bytes.length + 16e6,
      };
    },
  };
}

/** A program that opens a workspace and compiles once: what the two programs differ in is one compile. */
function compileOnce(workspace: string, { shape, events }: Wanted, anchor: Anchor): Command {
  const script = join(import.meta.dirname, "compile-once.ts");
  return { argv: [process.execPath, script, workspace, shape.name, String(events), anchor] };
}

function openFigure(events: number): Figure {
  const wanted = { shape: chatty, events, checkpoints: false };
  return {
    name: `opening a workspace of ${events.toLocaleString("en")} events / 200 ms`,
    unit: "time",
    limit: 1,
    rounds: 20,
    quantile: 0.95,
    prepare: async (_folder, shared) => {
      const workspace = await workspaceOf(shared, wanted);
      return { ours: timeOf(async () => (await open(workspace)).close()), rival: 200 };
    },
  };
}

function titleOf({ shape, events, checkpoints }: Wanted, anchor: Anchor): string {
  const place = anchor === "end" ? "at the end" : `in the ${anchor}`;
  const covered = checkpoints ? "with checkpoints" : "no checkpoints";
  return `${events.toLocaleString("en")} events, ${shape.name}, ${covered}, anchor ${place}`;
}

function lineOf({ checkpoints }: Wanted, shape: Shape, anchor: Anchor): string {
  return `${shape.name}, ${anchor}${checkpoints ? ", with checkpoints" : ""}`;
}
