import type { StreamName } from "../model/event.ts";

/** The stream of a request. */
export function requestStream(workspace_id: string, id: string): StreamName {
  return `request:${workspace_id}/${id}`;
}

/** The stream of a responsibility: its registration, its memory, its lineage. */
export function responsibilityStream(workspace_id: string, id: string): StreamName {
  return `responsibility:${workspace_id}/${id}`;
}

/** The stream of an ingested bundle. */
export function ingestionStream(workspace_id: string, bundle_id: string): StreamName {
  return `ingestion:${workspace_id}/${bundle_id}`;
}

/** The stream of what was seen in the drop folder; no bundle can have this id. */
export function dropStream(workspace_id: string): StreamName {
  return `ingestion:${workspace_id}/drop`;
}

/** The stream of a workspace's measurements. */
export function telemetryStream(workspace_id: string): StreamName {
  return `telemetry:${workspace_id}`;
}
