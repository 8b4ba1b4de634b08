import { HoldallError } from "../base/errors.ts";

/** The key in the named variable; null if no variable was named. */
export function keyFor(asked: string, variable: string | undefined): string | null {
  if (variable === undefined) return null;
  const key = process.env[variable];
  if (key) return key;
  throw new HoldallError(
    "E_USAGE",
    `Cannot call "${asked}": the environment variable ${variable} is not set`,
    {
      cure: `set ${variable} to the key, or configure no key variable if none is needed`,
    },
  );
}
