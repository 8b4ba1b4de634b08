/**
 * For operations that do not change content. They are apart from `redaction.ts`, because packing and
 * converting a bundle must not load the redactor.
 */
import * as z from "zod";

/** The value of `secrets` in the result of an operation that keeps content as it is, so that hashes stay valid. */
export const SECRETS_KEPT = "kept" as const;

/** The field `secrets` of such a result. */
export const keptSchema = () => z.literal(SECRETS_KEPT);
