import { isRemoteAddress } from "../../carriers/registry.ts";
import type { OperationContext } from "../../runtime/operation-context.ts";
import { argumentsOf } from "./arguments.ts";
import type { Operation } from "./operation.ts";

/**
 * Fetches what the addresses of an input lead to, and puts the folder in the place of each. A model that could name one
 * would choose a server, and a name of an uploaded folder may look like one: only some callers fetch.
 */
export async function fetchAddresses<Input extends Readonly<Record<string, unknown>>>(
  context: OperationContext,
  operation: Pick<Operation, "input">,
  input: Input,
): Promise<Input> {
  const isAddress = (value: unknown): value is string =>
    typeof value === "string" && isRemoteAddress(value);
  if (!context.fetchesAddresses || !Object.values(input).some(isAddress)) return input;
  const fetched: Record<string, string> = {};
  for (const { key, isAddress: takesAddress } of argumentsOf(operation)) {
    const value = input[key];
    if (!takesAddress || !isAddress(value)) continue;
    const { pullAside } = await import("../../share/pull.ts");
    fetched[key] = await pullAside(context, value);
  }
  return { ...input, ...fetched };
}
