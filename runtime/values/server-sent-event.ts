// One event of an SSE body (`text/event-stream`), as adapters receive it.

export interface ServerSentEvent {
  /** The `event:` field, undefined for unnamed events. */
  readonly event?: string | undefined
  readonly data: string
  /** The `id:` field, which resumes a stream after this event; only MCP uses it. */
  readonly id?: string | undefined
}
