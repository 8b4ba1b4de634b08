/** Subjects of the events of a stream, each with the steps that it can report. */
const steps: Readonly<Record<string, readonly string[]>> = {
  "": ["error"],
  image_edit: ["completed", "partial_image"],
  image_generation: ["completed", "partial_image"],
  response: ["completed", "created", "failed", "in_progress", "incomplete", "queued"],
  "response.apply_patch_call_operation_diff": ["delta", "done"],
  "response.code_interpreter_call": ["completed", "in_progress", "interpreting"],
  "response.code_interpreter_call_code": ["delta", "done"],
  "response.content_part": ["added", "done"],
  "response.custom_tool_call_input": ["delta", "done"],
  "response.file_search_call": ["completed", "in_progress", "searching"],
  "response.function_call_arguments": ["delta", "done"],
  "response.image_generation_call": ["completed", "generating", "in_progress", "partial_image"],
  "response.mcp_call": ["completed", "failed", "in_progress"],
  "response.mcp_call_arguments": ["delta", "done"],
  "response.mcp_list_tools": ["completed", "failed", "in_progress"],
  "response.output_item": ["added", "done"],
  "response.output_text": ["delta", "done"],
  "response.output_text.annotation": ["added"],
  "response.reasoning": ["delta", "done"],
  "response.reasoning_summary_part": ["added", "done"],
  "response.reasoning_summary_text": ["delta", "done"],
  "response.refusal": ["delta", "done"],
  "response.shell_call_command": ["added", "delta", "done"],
  "response.web_search_call": ["completed", "in_progress", "searching"],
};

/**
 * The event types that the protocol describes; any other is recorded too, with a note that it is
 * unknown.
 */
export const eventTypes: ReadonlySet<string> = new Set(
  Object.entries(steps).flatMap(([about, names]) =>
    names.map((name) => (about === "" ? name : `${about}.${name}`)),
  ),
);
