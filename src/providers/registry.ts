import { namesOf, type Registry } from "../base/registry.ts";
import type { Provider } from "./provider.ts";

/** Every built-in provider. Add a line; suites, golden files and `--render` pick it up. */
const providers = {
  "open-responses": () => import("./open-responses/open-responses.ts"),
  "anthropic-messages": () => import("./anthropic-messages/anthropic-messages.ts"),
  "chat-completions": () => import("./chat-completions/chat-completions.ts"),
  gemini: () => import("./gemini/gemini.ts"),
} satisfies Registry<Provider>;

/** The name of a built-in provider. */
export type ProviderName = keyof typeof providers;

/** The names of all providers. */
export const providerNames = namesOf(providers);

/** Loads a provider. */
export async function loadProvider(name: ProviderName): Promise<Provider> {
  return (await providers[name]()).default;
}
