import { HoldallError } from "../../../base/errors.ts";
import type { Finding } from "../../../base/findings.ts";

/** The findings of a bundle that was refused for its content; rethrows every other error. */
export function findingsOfRefusal(error: unknown): { readonly findings: readonly Finding[] } {
  if (error instanceof HoldallError && error.findings.length > 0 && error.code !== "E_USAGE") {
    return { findings: error.findings };
  }
  throw error;
}
