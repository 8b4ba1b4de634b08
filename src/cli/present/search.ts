import type { Presenters } from "./presenter.ts";
import presentSearch from "./search/search.ts";

/** How the results of these operations are shown. */
export default {
  search: presentSearch,
} satisfies Presenters<"search">;
