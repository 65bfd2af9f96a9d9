// Diagnostics about strategies and their targets.
import { defineMessage, type MessageEntry } from './message-entry.ts'

export const routingMessages = {
  'strategy-without-targets': defineMessage(
    'error',
    'A strategy has no targets to choose from.',
    `
"strategy" selects among "targets"; without them there is nothing to select. A config that calls one provider needs no
strategy.

    strategy: { mode: fallback }      # refused: no targets

    strategy: { mode: fallback }
    targets:
      - provider: "@main"
      - provider: "@backup"
`,
  ),
  'targets-without-strategy': defineMessage(
    'error',
    'Targets have no strategy.',
    `
    targets:                          # refused: no strategy
      - provider: "@main"
      - provider: "@backup"

    strategy: { mode: fallback }
    targets:
      - provider: "@main"
      - provider: "@backup"
`,
  ),
  'empty-targets': defineMessage(
    'error',
    'The list of targets is empty.',
    `
    strategy: { mode: loadbalance }
    targets: []                       # refused: there is nothing to call
`,
  ),
  'single-with-several-targets': defineMessage(
    'warning',
    'Mode "single" has unused targets.',
    `
Mode "single" uses the first target. Remove the others, or use another mode.

    strategy: { mode: single }
    targets:
      - provider: "@main"
      - provider: "@backup"           # never used

    strategy: { mode: fallback }
`,
  ),
  'incomplete-conditional': defineMessage(
    'error',
    'A conditional strategy lacks conditions or a default.',
    `
Mode "conditional" evaluates its conditions in order and needs a default for requests that match none of them.

    strategy:
      mode: conditional
      conditions:
        - query: { metadata.plan: paid }
          then: premium
      default: standard
    targets:
      - { name: premium, provider: "@large" }
      - { name: standard, provider: "@small" }
`,
  ),
  'unknown-target': defineMessage(
    'error',
    'A condition names a target that does not exist.',
    `
"then" and "default" must be the exact "name" of one of the targets of the same config.

    default: standart                 # refused: did you mean "standard"?
    targets:
      - { name: standard, provider: "@small" }
`,
  ),
  'unrouted-target': defineMessage(
    'warning',
    'No condition routes to a target.',
    `
A target of a conditional strategy is used only when a condition or the default names it. Reference it, or remove it.

    default: standard
    targets:
      - { name: standard, provider: "@small" }
      - { name: premium, provider: "@large" }     # never used
`,
  ),
  'duplicate-target-name': defineMessage(
    'error',
    'Two targets have the same name.',
    `
Conditions select targets by name, so the names of the targets of one config must be unique.

    targets:
      - { name: standard, provider: "@small" }
      - { name: standard, provider: "@large" }    # refused
`,
  ),
  'all-weights-zero': defineMessage(
    'error',
    'Every target of a load balancer has weight 0.',
    `
A weight is a relative share of traffic; the default is 1, and 0 disables a target. If all weights are 0, no target can be
selected.

    strategy: { mode: loadbalance }
    targets:
      - { provider: "@main", weight: 0 }
      - { provider: "@backup", weight: 0 }        # refused: at least one must be above 0
`,
  ),
  'never-falls-back': defineMessage(
    'warning',
    'A fallback never calls another target.',
    `
A list replaces the default, every code except 2xx. An empty list has no codes, so the first reply is always returned; only a
target whose circuit is open ("cb_config") is skipped. With one target there is no other to call.

    strategy: { mode: fallback, on_status_codes: [] }     # never falls back

    strategy: { mode: fallback }
    targets: [{ provider: "@main" }, { provider: "@backup" }]
`,
  ),
  'repeated-target': defineMessage(
    'warning',
    'A fallback calls the same target twice.',
    `
A fallback goes on to another target when one has failed. Two equal targets fail for the same reasons, at the same moment. Where a
second call may help, a retry makes it, with a pause before it.

    strategy: { mode: fallback }
    targets:
      - { provider: "@main" }
      - { provider: "@main" }         # the same again

    strategy: { mode: fallback }
    targets:
      - { provider: "@main", retry: { attempts: 1 } }
      - { provider: "@backup" }
`,
  ),
  'retried-refusal': defineMessage(
    'warning',
    'A status code or kind of error is retried that another call gets too.',
    `
With 400, 401, 402, 403, 404, 405, 413, 415 and 422 a provider refuses the request or its credential. The same request gets the same
reply, and each attempt takes its time. Another target may accept it: that is what a fallback does.

    retry: { attempts: 3, on_status_codes: [400, 429] }     # 400 stays 400
    retry: { attempts: 3, on_errors: [context_length] }     # the request stays as long

    retry: { attempts: 3, on_status_codes: [429] }
`,
  ),
  'fallback-leaves-out-failures': defineMessage(
    'note',
    "The fallback's status codes omit those used for timeouts and network errors.",
    `
A list replaces the default, every code except 2xx. A timeout of the gateway counts as 408, a network failure as 502, and an open circuit as
503: without these codes, such a failure is the reply to the client, and the next target is not called.

    strategy: { mode: fallback, on_status_codes: [429, 500] }              # no fallback after timeouts and network failures

    strategy: { mode: fallback, on_status_codes: [408, 429, 500, 502, 503] }

Targets whose circuits are open are skipped regardless of the list, except if a condition selects them, or if the circuit opens
only when the target is about to be called.
`,
  ),
  'retried-without-fallback': defineMessage(
    'warning',
    'A status code or kind of error is retried, but its fallback does not act on it.',
    `
A retry repeats the call of one target. When the retries fail too, the fallback goes on to the next target only for the status codes
of its own list, and the client gets the others as errors. \`portolan analyse --only failures\` shows the outcome of each.

    strategy: { mode: fallback, on_status_codes: [500, 503] }
    targets:
      - provider: "@main"
        retry: { attempts: 2, on_status_codes: [429, 500] }     # 429 is retried, then returned to the client
      - provider: "@backup"

    strategy: { mode: fallback, on_status_codes: [429, 500, 503] }
`,
  ),
  'retries-network-failures-only': defineMessage(
    'note',
    'A retry has an empty list of status codes.',
    `
A list replaces the default codes. An empty list has none, so only network failures are retried.

    retry: { attempts: 2, on_status_codes: [] }
`,
  ),
  'suspicious-status': defineMessage(
    'warning',
    'A success status code is treated as a failure.',
    `
Codes from 200 to 299 mean success. If one is listed here, a successful reply is discarded and the request is sent again.

    strategy: { mode: fallback, on_status_codes: [200, 429] }     # 200 means success

    strategy: { mode: fallback, on_status_codes: [429] }
`,
  ),
  'no-longer-context': defineMessage(
    'warning',
    'A fallback after a context that is too long has no longer one.',
    `
A request that is too long for the first model is too long for each model with the same or a shorter context.

    strategy: { mode: fallback, on_errors: [context_length] }
    targets:
      - { provider: "@openai", override_params: { model: gpt-5.4-mini } }     # 400,000 tokens
      - { provider: "@openai", override_params: { model: gpt-5.4-nano } }     # 400,000 tokens

    strategy: { mode: fallback, on_errors: [context_length] }
    targets:
      - { provider: "@openai", override_params: { model: gpt-5.4-mini } }
      - { provider: "@openai", override_params: { model: gpt-5.4 } }          # 1,050,000 tokens
`,
  ),
} as const satisfies Record<string, MessageEntry>
