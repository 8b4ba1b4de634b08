import { appReport } from "./app/app-report.ts";
import { claimsReport } from "./claims/claims-report.ts";
import { digestReport } from "./digest/digest-report.ts";
import { evaluationReport } from "./evaluation/evaluation-report.ts";
import { gateReport } from "./gate-report.ts";
import { handoffCost } from "./handoff-cost.ts";
import { handoffReport } from "./handoff-report.ts";
import { keepReport } from "./keep/keep-report.ts";
import { loadReport } from "./load/load-report.ts";
import { mcpCostReport } from "./mcp-cost-report.ts";
import { readerReport } from "./reader/reader-report.ts";
import { conversationReports } from "./recall/conversation-report.ts";
import { questionsReport } from "./recall/questions-report.ts";
import { retrievalReport } from "./recall/retrieval-report.ts";
import { redactReport } from "./redact-report.ts";
import type { Report } from "./report.ts";
import { searchReport } from "./search/search-report.ts";
import { shareReport } from "./share/share-report.ts";

/** Every report, the cheapest first. */
export const reports: readonly Report[] = [
  redactReport,
  gateReport,
  mcpCostReport,
  keepReport,
  shareReport,
  loadReport,
  evaluationReport,
  handoffReport,
  handoffCost,
  claimsReport,
  digestReport,
  searchReport,
  readerReport,
  appReport,
  retrievalReport,
  ...conversationReports,
  questionsReport,
];
