import { formatCount } from "../../../base/format-count.ts";
import type { Terminal } from "../../terminal.ts";
import presentStored from "./store.ts";

type Output = Parameters<typeof presentStored>[0] & { readonly replaced: readonly string[] };

export default function present(output: Output, terminal: Terminal): string[] {
  const { length } = output.replaced;
  return [
    ...presentStored(output, terminal),
    ...(length === 0 ? [] : [`in place of ${formatCount(length, "earlier one")}`]),
  ];
}
