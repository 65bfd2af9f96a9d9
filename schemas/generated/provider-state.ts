// Generated from schemas/ by schemas/generate.ts. Do not edit.

/** Fields of requests for a model that name what a provider stores, by endpoint. */
export const stateFields: { readonly [api: string]: readonly string[] } = {
  "messages": [
    "thread",
    "container",
    "messages[].content[].source.file_id"
  ],
  "responses": [
    "previous_response_id",
    "conversation",
    "prompt",
    "input[].item_reference",
    "tools[].vector_store_ids",
    "tools[].container",
    "input[].content[].file_id"
  ],
  "chat/completions": [
    "messages[].content[].file.file_id",
    "messages[].audio",
    "cached_content"
  ]
}

/** Collections whose paths name what a provider stores; `listed` ones have a list of the whole account. */
export const stateResources: readonly { readonly path: string; readonly listed: boolean }[] = [
  {
    "path": "/files",
    "listed": true
  },
  {
    "path": "/uploads",
    "listed": false
  },
  {
    "path": "/batches",
    "listed": true
  },
  {
    "path": "/fine_tuning/jobs",
    "listed": true
  },
  {
    "path": "/responses",
    "listed": false
  },
  {
    "path": "/conversations",
    "listed": false
  },
  {
    "path": "/chat/completions",
    "listed": true
  },
  {
    "path": "/containers",
    "listed": true
  },
  {
    "path": "/vector_stores",
    "listed": true
  },
  {
    "path": "/assistants",
    "listed": true
  },
  {
    "path": "/threads",
    "listed": false
  },
  {
    "path": "/threads/runs",
    "listed": false
  },
  {
    "path": "/videos",
    "listed": true
  },
  {
    "path": "/videos/characters",
    "listed": false
  },
  {
    "path": "/videos/edits",
    "listed": false
  },
  {
    "path": "/videos/extensions",
    "listed": false
  },
  {
    "path": "/evals",
    "listed": true
  },
  {
    "path": "/realtime/calls",
    "listed": false
  },
  {
    "path": "/skills",
    "listed": true
  },
  {
    "path": "/messages/batches",
    "listed": true
  },
  {
    "path": "/cachedContents",
    "listed": true
  },
  {
    "path": "/fileSearchStores",
    "listed": true
  },
  {
    "path": "/interactions",
    "listed": false
  },
  {
    "path": "/tunedModels",
    "listed": true
  }
]

/** Paths below them that name nothing. */
export const statelessPaths: readonly string[] = [
  "/responses/compact",
  "/responses/input_tokens",
  "/messages/count_tokens"
]

/** Keys whose strings are identifiers. */
export const identifierKeys: { readonly [kind in 'naming' | 'carrying' | 'resourceNames' | 'holders' | 'opaque' | 'foreign']: readonly string[] } = {
  "naming": [
    "assistant_id",
    "cached_content",
    "cachedContent",
    "container",
    "conversation",
    "eval_id",
    "file_id",
    "file_ids",
    "fileSearchStoreNames",
    "file_search_store_names",
    "fileName",
    "file_name",
    "fileUri",
    "file_uri",
    "input_file_id",
    "previous_interaction_id",
    "previous_message_id",
    "previous_response_id",
    "response_id",
    "thread_id",
    "training_file",
    "validation_file",
    "vector_store_id",
    "vector_store_ids"
  ],
  "carrying": [
    "approval_request_id",
    "batch_id",
    "container_id",
    "conversation_id",
    "error_file_id",
    "first_id",
    "fine_tuning_job_id",
    "id",
    "item_id",
    "job_id",
    "last_id",
    "message_id",
    "output_file_id",
    "part_ids",
    "previous_item_id",
    "remixed_from_video_id",
    "result_files",
    "run_id",
    "skill_id",
    "step_id",
    "upload_id"
  ],
  "resourceNames": [
    "cachedContent",
    "cached_content",
    "documentName",
    "fileName",
    "fileSearchStoreNames",
    "fileUri",
    "file_name",
    "file_search_store_names",
    "file_uri",
    "name",
    "parent",
    "responsesFile",
    "uri"
  ],
  "holders": [
    "audio",
    "container",
    "conversation",
    "prompt"
  ],
  "opaque": [
    "args",
    "arguments",
    "attributes",
    "filters",
    "functionCall",
    "functionResponse",
    "headers",
    "input_schema",
    "json_schema",
    "metadata",
    "parameters",
    "parametersJsonSchema",
    "responseJsonSchema",
    "responseSchema",
    "schema",
    "tool_calls",
    "toolCalls"
  ],
  "foreign": [
    "call_",
    "toolu_",
    "srvtoolu_",
    "mcptoolu_",
    "pmpt_"
  ]
}
