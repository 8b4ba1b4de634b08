/** Loads source files and prints every regular expression that they construct, with its place. */
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { root } from "../run.ts";

const seen = new Map<string, { source: string; flags: string; file: string; line: number }>();
const source = pathToFileURL(`${root}/src/`).href;

globalThis.RegExp = new Proxy(RegExp, {
  construct(target, args, newTarget) {
    const pattern = Reflect.construct(target, args, newTarget) as RegExp;
    note(pattern);
    return pattern;
  },
});

function note({ source: text, flags }: RegExp): void {
  const frame = new Error().stack?.split("\n").find((line) => line.includes(source)) ?? "";
  const [, file, line] = /\/(src\/[^:)]+):(\d+):\d+/.exec(frame) ?? [];
  if (file === undefined) return;
  const pattern = { source: text, flags, file, line: Number(line) };
  seen.set(JSON.stringify(pattern), pattern);
}

/** Some are constructed only when they are first needed: what needs them. */
const needed: Readonly<Record<string, (module: Record<string, CallableFunction>) => unknown>> = {
  "src/base/text/invisible.ts": ({ escapeInvisible, findInvisible, removeHiddenText }) => [
    escapeInvisible?.("\u200b"),
    findInvisible?.("\u200b"),
    removeHiddenText?.("\ufe00"),
  ],
  "src/model/slot-routing.ts": ({ routeSlot }) =>
    routeSlot?.("a text", ["decision", "constraint", "task-state"]),
};

for (const file of process.argv.slice(2)) {
  const module = await import(pathToFileURL(join(root, file)).href);
  needed[file]?.(module);
}
console.log(JSON.stringify([...seen.values()]));
