import { HoldallError } from "../../base/errors.ts";
import { excerpt } from "../../base/text/text.ts";
import { timeOf } from "../../model/ai-context/records.ts";

/** A time as the curator writes it: UTC, whole seconds, so that text order is time order. */
export function stamp(date: Date): string {
  return `${date.toISOString().slice(0, 19)}Z`;
}

/** Only days that every month has, because the others need a calendar. */
const NORMAL = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\dZ$/;

/** Any accepted spelling of a time as the curator writes it; null when it is no time. */
export function normalTime(text: string): string | null {
  // Nearly every time is one that the curator wrote; thousands of lines are read in a refresh.
  if (text.length === 20 && NORMAL.test(text)) return text;
  const instant = timeOf(text);
  return instant === null ? null : stamp(new Date(Number(instant / 1_000_000n)));
}

/** The clock of a run: the given time, else that of the caller. */
export function clockOf(chosen: string | undefined, now: () => Date): string {
  if (chosen === undefined) return stamp(now());
  const time = normalTime(chosen);
  if (time !== null) return time;
  throw new HoldallError("E_USAGE", `Cannot use "${excerpt(chosen)}" as the time: it is not UTC`, {
    cure: "write it as 2026-02-03T10:00:00Z",
  });
}

/** Seconds between two times. */
export function secondsBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / 1000);
}

/** Days between the days of two times; whole ones, so that a text changes once a day at most. */
export function daysBetween(from: string, to: string): number {
  return (Date.parse(to.slice(0, 10)) - Date.parse(from.slice(0, 10))) / 86_400_000;
}

/** A time as a reader needs it: the day alone where the time says nothing besides. */
export function dayOf(time: string): string {
  return time.replace(/T00:00:00Z$/, "");
}
