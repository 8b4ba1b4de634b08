/** Plays the lives of roles in a real workspace, through the operations that the commands are. */
import fs from "node:fs";
import path from "node:path";
import { contextIn, runOperation } from "../../../test/support/operations.ts";
import { eventsOf, type LifeEvent } from "./life.ts";
import { askedAt, type Role } from "./role.ts";

/** Reviews what others bring in. */
const STEWARD = "office";
/** The curator refreshes in the evening, after what happened on the day. */
const REFRESH_AT = "17:30:00Z";

/** A workspace in which roles live. */
export class World {
  readonly folder: string;
  private readonly roles: readonly Role[];
  private readonly events: readonly LifeEvent[];
  private played = 0;
  private day = 0;

  private constructor(folder: string, roles: readonly Role[]) {
    this.folder = folder;
    this.roles = roles;
    const all = roles.flatMap((role) => eventsOf(role));
    this.events = all.sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0));
  }

  /** Creates the workspace with the steward, the roles and whoever asks them. */
  static async create(folder: string, roles: readonly Role[]): Promise<World> {
    fs.mkdirSync(folder, { recursive: true });
    const world = new World(folder, roles);
    const parties = world.events.flatMap((event) => {
      if (event.kind === "request") return [event.from, event.to];
      return event.kind === "ingest" ? [event.offer.from] : [];
    });
    const now = `${roles[0]?.start}T07:00:00Z`;
    for (const id of new Set([STEWARD, ...roles.map(({ id }) => id), ...parties])) {
      await runOperation(
        contextIn(folder, () => new Date(now)),
        "init",
        { responsibility: id },
      );
    }
    // People replace the first project of the scaffold by their own.
    for (const { id } of roles) {
      fs.rmSync(world.pathOf(id, "context/projects/first_project.md"), { force: true });
    }
    return world;
  }

  /** Where a file of a role is. */
  pathOf(role: string, relative: string): string {
    return path.join(this.folder, "registry", role, relative);
  }

  /** Plays on until the evening of a day, counted from 1. */
  async playTo(day: number): Promise<void> {
    while (this.day < day) {
      this.day++;
      const end = askedAt(this.roles[0] ?? { start: "" }, this.day);
      for (let event = this.events[this.played]; event && event.at < end; ) {
        await this.play(event);
        event = this.events[++this.played];
      }
      const now = `${end.slice(0, 11)}${REFRESH_AT}`;
      await this.run("request sweep", { now, actor: STEWARD });
      for (const { id } of this.roles) await this.run("context refresh", { id, now });
    }
  }

  /** What a model is given of a role, at the end of the day that was played last. */
  async load(
    role: string,
    now = askedAt(this.roles[0] ?? { start: "" }, this.day),
  ): Promise<string> {
    const out = await this.run("context load", { id: role, now });
    return (out as { text: string }).text;
  }

  /** Runs an operation in the workspace. */
  async run(name: Parameters<typeof runOperation>[1], input: Readonly<Record<string, unknown>>) {
    const { out } = await runOperation(contextIn(this.folder), name, input);
    return out;
  }

  private async play(event: LifeEvent): Promise<void> {
    const { role, at } = event;
    if (event.kind === "ingest") return this.ingest(event.offer, role);
    if (event.kind === "request") return this.step(event, at);
    const file = this.pathOf(role, event.path);
    fs.mkdirSync(path.dirname(file), { recursive: true });
    if (event.kind === "append") return fs.appendFileSync(file, event.text);
    if (event.kind === "write") return fs.writeFileSync(file, event.text);
    const text = fs.readFileSync(file, "utf8");
    if (!text.includes(event.from))
      throw new Error(`Cannot edit "${event.path}": no "${event.from}"`);
    fs.writeFileSync(file, text.replace(event.from, event.to));
  }

  private async step(event: Extract<LifeEvent, { kind: "request" }>, now: string): Promise<void> {
    const { id, verb, from, to, text: note } = event;
    if (verb === "create") {
      const due = event.due === undefined ? {} : { due: event.due };
      await this.run("request create", { id, subject: note, from, to, ...due, now, actor: from });
      return;
    }
    const name = `request ${verb}` as Parameters<typeof runOperation>[1];
    const more = {
      ...(note === "" ? {} : { note }),
      ...(event.until === undefined ? {} : { until: event.until }),
    };
    await this.run(name, { id, ...more, now, actor: verb === "cancel" ? from : to });
  }

  /** Somebody brings in a file, the steward offers it to the role, and the role takes it. */
  private async ingest(offer: Role["ingested"][number], role: string): Promise<void> {
    const { at: now, from, name, scope, objective, text } = offer;
    const file = path.join(this.folder, "incoming", name);
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(file, text);
    const taken = await this.run("context ingest", {
      paths: [file],
      scope,
      objective: [objective],
      suggest: [role],
      from,
      now,
      actor: from,
    });
    const { bundle, request_id: request } = taken as {
      bundle: { bundle_id: string };
      request_id: string;
    };
    const id = bundle.bundle_id;
    const steward = { now, actor: STEWARD };
    await this.run("request accept", { id: request, ...steward });
    await this.run("context bundle register", { id, primary: [role], ...steward });
    const offered = await this.run("context bundle dispatch", { id, ...steward });
    for (const rfa of (offered as { rfa_ids: string[] }).rfa_ids) {
      await this.run("request respond", {
        id: rfa,
        answer: "ack_context_relevant",
        now,
        actor: role,
      });
    }
  }
}
