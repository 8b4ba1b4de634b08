import { HoldallError } from "../../base/errors.ts";
import type { Finding } from "../../base/findings.ts";

/** What a check says when a bundle was refused for its content; every other error goes on. */
export function findingsOfRefusal(error: unknown): { readonly findings: readonly Finding[] } {
  if (error instanceof HoldallError && error.findings.length > 0 && error.code !== "E_USAGE") {
    return { findings: error.findings };
  }
  throw error;
}
