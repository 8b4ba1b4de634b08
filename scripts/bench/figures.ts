import { agentFigures } from "./agent-figures.ts";
import { appendFigures } from "./append-figures.ts";
import { bundleFigures } from "./bundle-figures.ts";
import { compileFigures } from "./compile-figures.ts";
import { curatorFigures } from "./curator/figures.ts";
import type { Figure } from "./figure.ts";
import { mcpFigures } from "./mcp-figures.ts";
import { serverFigures } from "./server-figures.ts";
import { stateFigures } from "./state-figures.ts";
import { taskFigures } from "./task-figures.ts";

/** Every figure, those of each room cheapest first. */
export const figures: readonly Figure[] = [
  ...bundleFigures,
  ...appendFigures,
  ...compileFigures,
  ...serverFigures,
  ...mcpFigures,
  ...agentFigures,
  ...stateFigures,
  ...taskFigures,
  ...curatorFigures,
];
