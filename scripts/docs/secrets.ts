import { loadOperation, operationNames } from "../../src/operations/registry.ts";
import { code, table } from "./markdown.ts";

const policies = ["replaced", "kept", "shown", "none"] as const;

/** Every command under what it does with secrets. */
export async function secretsTable(): Promise<string> {
  const operations = await Promise.all(operationNames.map(loadOperation));
  const namesOf = (policy: (typeof policies)[number]) =>
    operations.filter(({ secrets }) => secrets === policy).map(({ name }) => code(name));
  return table(
    ["secrets", "commands"],
    policies.map((policy) => [policy, namesOf(policy).join(", ")]),
  );
}
