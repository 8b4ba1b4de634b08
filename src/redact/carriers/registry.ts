import type { Anchors } from "../anchors.ts";
import type { Sighting } from "../sighting.ts";
import { findArguments } from "./arguments.ts";
import { findCallArguments } from "./calls.ts";
import { findCommandValues } from "./commands.ts";
import { findEncodedValues } from "./encoded.ts";
import { findConfiguredKeys, findEnvironmentValues } from "./environments.ts";
import { findHeaderValues } from "./headers.ts";
import { findKeyBlocks } from "./key-blocks.ts";
import { findManifestValues } from "./manifests.ts";
import { findNamedValues } from "./names.ts";
import { findSpokenPairs } from "./sentences.ts";
import { findSpokenValues } from "./spoken.ts";
import { findSqlValues } from "./sql.ts";
import { findStoredValues } from "./stored.ts";
import { findTableValues } from "./tables.ts";
import { findTokens } from "./tokens.ts";
import { findUrlSecrets } from "./urls.ts";

/** Where secrets are found: a kind of text with rules of its own for what is a secret in it. */
interface Carrier {
  readonly name: string;
  /** Whether only the looks of a value speak for it. */
  readonly isGuess?: true;
  /** The secrets that it carries in a text; `anchors` knows where the literals of its rules are. */
  find(text: string, anchors: Anchors): Iterable<Sighting>;
}

/** Every carrier, the most telling first: where two see the same place, the earlier one names it. */
export const carriers: readonly Carrier[] = [
  { name: "token of a published form", find: findTokens },
  { name: "block of a key", find: findKeyBlocks },
  { name: "URL", find: findUrlSecrets },
  { name: "HTTP header", find: findHeaderValues },
  { name: "command", find: findCommandValues },
  { name: "command that stores a secret", find: findStoredValues },
  { name: "manifest of Kubernetes", find: findManifestValues },
  { name: "call in code", find: findCallArguments },
  { name: "statement of SQL", find: findSqlValues },
  { name: "table", find: findTableValues },
  { name: "encoded text", find: findEncodedValues },
  { name: "name and value", find: findNamedValues },
  { name: "environment of a program", find: findEnvironmentValues },
  { name: "key of a configuration", find: findConfiguredKeys },
  { name: "sentence", find: findSpokenPairs },
  { name: "argument of a command or a call", isGuess: true, find: findArguments },
  { name: "line about a password", isGuess: true, find: findSpokenValues },
];
