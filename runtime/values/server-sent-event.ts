// One event of a text/event-stream body, as adapters receive it.

export interface ServerSentEvent {
  /** The `event:` field, undefined for unnamed events. */
  readonly event?: string | undefined
  readonly data: string
}
