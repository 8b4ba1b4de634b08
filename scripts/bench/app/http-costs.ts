import fs from "node:fs";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { root } from "../../run.ts";
import { alternate } from "../measure.ts";
import { type Listener, startListener } from "./measured-server.ts";

const CALLS = 200;
const ROUNDS = 15;
const WARM_UP = 5000;

/** What our guards and headers cost beside a bare `node:http` server: ms of the processor for a request. */
export async function guards(): Promise<{ ours: number; rival: number }> {
  const guarded = await startListener("guarded");
  const bare = await startListener("bare");
  const send =
    ({ get }: Listener, count: number) =>
    async () => {
      for (let call = 0; call < count; call++) await get("/");
    };
  try {
    await send(guarded, WARM_UP)();
    await send(bare, WARM_UP)();
    const meterOf = (listener: Listener) => listener.meter(send(listener, CALLS));
    const rounds = await alternate(meterOf(guarded), meterOf(bare), ROUNDS);
    const middle = (values: readonly number[]) =>
      (values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN) / CALLS;
    return { ours: middle(rounds.ours), rival: middle(rounds.rival) };
  } finally {
    await guarded.end();
    await bare.end();
  }
}

/** Bytes of the script of the app when it is compressed, before lazy parts. */
export function scriptBytes(): number {
  const assets = path.join(root, "dist/web/app/assets");
  const main = fs.readdirSync(assets).find((name) => /^main-.*\.js$/.test(name)) ?? "";
  const texts = new Map<string, Buffer>();
  const collect = (name: string) => {
    if (texts.has(name)) return;
    const text = fs.readFileSync(path.join(assets, name));
    texts.set(name, text);
    // What is imported with parentheses is a lazy part.
    const imports = text.toString().matchAll(/(?:from|import)"\.\/([\w-]{1,60}\.js)"/g);
    for (const [, next = ""] of imports) collect(next);
  };
  collect(main);
  return gzipSync(Buffer.concat([...texts.values()])).length;
}
