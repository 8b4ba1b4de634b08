/** The project that the app shows, and those that one can switch to. */

import { computed, signal } from "@preact/signals";
import type { Answer } from "./answers.ts";
import { call, chooseProject, chosenProject } from "./api.ts";

/** A folder of the user's in which agents have worked. */
export type ProjectData = Answer<"projects">["projects"][number];

/** The projects that the server lists; empty until they are known. */
export const projects = signal<readonly ProjectData[]>([]);

/** The project that is shown; null until it is known. */
export const project = computed(() => projects.value.find(({ here }) => here) ?? null);

/** Asks the server for the projects. One that was chosen and is gone is given up. */
export async function loadProjects(): Promise<void> {
  try {
    projects.value = (await call("projects")).projects;
  } catch (error) {
    if (chosenProject.value === null) throw error;
    chooseProject(null);
    projects.value = (await call("projects")).projects;
  }
}

/** Shows another project. */
export function switchProject(id: string): void {
  chooseProject(id);
  projects.value = projects.value.map((each) => ({ ...each, here: each.id === id }));
}
