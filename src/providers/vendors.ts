import { HoldallError } from "../base/errors.ts";
import { namesOf, nearestName } from "../base/registry.ts";
import { excerpt } from "../base/text/text.ts";
import type { Provider, Quirks, Vendor } from "./provider.ts";
import { loadProvider, type ProviderName, providerNames } from "./registry.ts";

type Row = readonly [
  protocol: ProviderName,
  baseUrl: string,
  more?: Quirks & { readonly model?: string },
];

/**
 * What servers of open models support: roles as in their chat templates, and the old name of the
 * limit.
 */
const plain = { developerRole: false, maxOutputKey: "max_tokens" } as const;

/** Vendors with their protocol, base URL and quirks. Add a line; `--render` accepts it. */
const rows = {
  anthropic: ["anthropic-messages", "https://api.anthropic.com"],
  cerebras: ["chat-completions", "https://api.cerebras.ai/v1", { developerRole: false }],
  deepseek: ["chat-completions", "https://api.deepseek.com", plain],
  google: ["gemini", "https://generativelanguage.googleapis.com/v1beta"],
  groq: ["chat-completions", "https://api.groq.com/openai/v1", { developerRole: false }],
  "llama.cpp": ["chat-completions", "http://localhost:8080/v1", plain],
  lmstudio: ["chat-completions", "http://localhost:1234/v1", plain],
  mistral: [
    "chat-completions",
    "https://api.mistral.ai/v1",
    { ...plain, systemAnywhere: false, userAfterTool: false, callIdLength: 9 },
  ],
  ollama: ["chat-completions", "http://localhost:11434/v1", plain],
  openai: ["open-responses", "https://api.openai.com/v1"],
  openrouter: [
    "open-responses",
    "https://openrouter.ai/api/v1",
    { previousResponseId: false, model: "openai/gpt-oss-20b" },
  ],
  together: ["chat-completions", "https://api.together.xyz/v1", plain],
  vertex: [
    "gemini",
    "https://{location}-aiplatform.googleapis.com/v1/projects/{project}/locations/{location}/publishers/google",
  ],
  vllm: ["chat-completions", "http://localhost:8000/v1", plain],
  xai: ["chat-completions", "https://api.x.ai/v1", { developerRole: false }],
} satisfies Record<string, Row>;

/** The name of a vendor. */
export type VendorName = keyof typeof rows;

/** The names of all vendors. */
export const vendorNames = namesOf(rows);

/** A vendor by its name. */
export function vendorOf(name: VendorName): Vendor {
  const row: Row = rows[name];
  const [protocol, baseUrl, { model = null, ...quirks } = {}] = row;
  return { name, protocol, baseUrl, model, quirks };
}

/** The target of a request: a protocol as such, or a vendor that implements it. */
export interface Target {
  readonly provider: Provider;
  readonly vendor: Vendor | null;
}

/** The target with a name; `E_USAGE` if there is none. */
export async function loadTarget(name: string): Promise<Target> {
  const protocol = providerNames.find((known) => known === name);
  if (protocol) return { provider: await loadProvider(protocol), vendor: null };
  const known = vendorNames.find((each) => each === name);
  if (!known) throw unknownTarget(name);
  return { provider: await loadProvider(rows[known][0]), vendor: vendorOf(known) };
}

function unknownTarget(name: string): HoldallError {
  const names = [...providerNames, ...vendorNames];
  const nearest = nearestName(name, names);
  const cure = nearest ? `did you mean "${nearest}"?` : `use one of ${names.join(", ")}`;
  return new HoldallError(
    "E_USAGE",
    `Cannot render for "${excerpt(name)}": unknown provider or vendor`,
    { cure },
  );
}
