// What happens beside single requests and a person with a pager wants to hear of: lines of the log, and counts.

export type Notice =
  | {
      readonly kind: 'circuit'
      /** The config and the place of the target: `chat config.targets[0]`. */
      readonly circuit: string
      readonly to: 'open' | 'half-open' | 'closed'
    }
  | {
      /** A service that state lies in went away or came back: the gateway goes on without it meanwhile. */
      readonly kind: 'service'
      readonly service: 'cache' | 'circuits' | 'vectors'
      readonly available: boolean
      /** One sentence, without addresses that hold secrets. */
      readonly message: string
    }
  | {
      readonly kind: 'guard'
      readonly guard: string
      readonly verdict: 'passed' | 'failed' | 'denied' | 'erred'
    }
  | { readonly kind: 'cache'; readonly status: string }
