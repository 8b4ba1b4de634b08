import { isRemoteAddress } from "../../carriers/registry.ts";
import type { OperationContext } from "../../runtime/operation-context.ts";
import { argumentsOf } from "./arguments.ts";
import type { Operation } from "./operation.ts";

/**
 * Fetches what the addresses of an input lead to, and puts the folder in the place of each. Only a person may name an
 * address: a model that could would choose a server.
 */
export async function fetchAddresses<Input extends Readonly<Record<string, unknown>>>(
  context: OperationContext,
  operation: Pick<Operation, "input">,
  input: Input,
): Promise<Input> {
  const isAddress = (value: unknown): value is string =>
    typeof value === "string" && isRemoteAddress(value);
  if (context.roots !== null || !Object.values(input).some(isAddress)) return input;
  const fetched: Record<string, string> = {};
  for (const { key, isAddress: takesAddress } of argumentsOf(operation)) {
    const value = input[key];
    if (!takesAddress || !isAddress(value)) continue;
    const { pullAside } = await import("../../share/pull.ts");
    fetched[key] = await pullAside(context, value);
  }
  return { ...input, ...fetched };
}
