import { useMemo } from "preact/hooks";
import { escapeTexts } from "../text/escape-texts.ts";
import { type Asked, type CallState, useCall } from "./use-call.ts";

/** Calls an operation for a result whose texts are shown as they are: invisible characters are escaped. */
export function useShown<Output>(asked: Asked | null): CallState<Output> {
  const state = useCall<Output>(asked);
  const value = useMemo(() => escapeTexts(state.value), [state.value]);
  return { ...state, value };
}
