import type { PiecePresenters, Presenters } from "./presenter.ts";
import presentTour, { piece as tourPiece } from "./tour/tour.ts";

/** How the results of these operations are shown. */
export default {
  tour: presentTour,
} satisfies Presenters<"tour">;

/** How the pieces of these operations are shown. */
export const pieces = {
  tour: tourPiece,
} satisfies PiecePresenters<"tour">;
