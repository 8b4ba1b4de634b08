import type { Terminal } from "../../terminal.ts";
import { type Output, unpackedLines } from "./unpack.ts";

export default function present(output: Output, terminal: Terminal): string[] {
  return unpackedLines("opened", output, terminal);
}
