// Diagnostics about state that outlives a request: circuit breakers, cached replies, and the services that store them.
import { defineMessage, type MessageEntry } from './message-entry.ts'

export const cachingAndCircuitMessages = {
  'breaker-leaves-out-codes': defineMessage(
    'note',
    'A circuit breaker does not count some failures.',
    `
Without a list, the status codes 501 to 599 count as failures: a provider that is overloaded (429) or broken (500) does not
open the circuit. A list replaces the default. Network failures and gateway timeouts always count.

    cb_config: { failure_threshold: 5, cooldown_interval: 30000 }

    cb_config:
      failure_threshold: 5
      cooldown_interval: 30000
      failure_status_codes: [429, 500, 502, 503, 504]
`,
  ),
  'breaker-never-opens': defineMessage(
    'warning',
    'A circuit breaker can never open.',
    `
The circuit opens after "failure_threshold" failures within "cooldown_interval" milliseconds.

    cb_config: { failure_threshold: 30000000, cooldown_interval: 30000 }    # a thousand failures per millisecond

    cb_config: { failure_threshold: 5, cooldown_interval: 30000 }
`,
  ),
  'semantic-without-embeddings': defineMessage(
    'error',
    'A semantic cache requires an embeddings provider.',
    `
Mode "semantic" compares the embeddings of requests. The manifest names the stored provider and the model that compute them
("cache.semantic").

    cache: { mode: semantic }                   # refused unless gateway.yaml has:

    cache:
      semantic: { provider: "@openai-main", model: text-embedding-3-small }
`,
  ),
  'cache-repeats-chance': defineMessage(
    'warning',
    'A cache repeats replies that should vary.',
    `
A high temperature makes each reply different. A cache returns the first reply to all callers until it expires.

    cache: { mode: simple }
    override_params: { temperature: 1.2 }       # but the cached reply is always the same

    cache: { mode: simple }
    override_params: { temperature: 0 }
`,
  ),
  'cache-repeats-tools': defineMessage(
    'warning',
    'A cache repeats tool calls.',
    `
A reply with a tool call is cached like any other. The same request gets the same call with the same arguments later, even if
the state that the call depends on has changed.

    cache: { mode: simple }
    override_params: { tool_choice: required }
`,
  ),
  'cache-skews-weights': defineMessage(
    'note',
    'Cached replies change the traffic split of a load balancer.',
    `
A target is selected by weight first, and called only on a cache miss. A target that is selected more often has more cache
hits, so its share of the calls is lower than its weight.

    strategy: { mode: loadbalance }
    cache: { mode: simple }
    targets:
      - { provider: "@main", weight: 9 }        # less than 90% of the calls
      - { provider: "@backup", weight: 1 }
`,
  ),
  'cache-never-hits': defineMessage(
    'warning',
    'A cache can never hit.',
    `
Only replies of routes with JSON requests and replies are cached, and the semantic cache supports chats and completions only.
Pass-through replies are never cached.

    provider: "@voyage"                         # embeddings and rerank
    cache: { mode: semantic }

    provider: "@voyage"
    cache: { mode: simple }
`,
  ),
  'provider-cannot-embed': defineMessage(
    'error',
    'The embeddings provider has no embeddings route.',
    `
    cache:
      semantic: { provider: "@anthropic-main", model: claude }      # refused: no embeddings route

    cache:
      semantic: { provider: "@openai-main", model: text-embedding-3-small }
`,
  ),
  'malformed-service-address': defineMessage(
    'error',
    'The URL of a service is malformed.',
    `
State is stored in the process ("memory:") or in Redis ("redis:" or "rediss:"), embeddings also in PostgreSQL
("postgres:"). The value is a URL with a host; its password, or the whole URL, is a reference to a secret.

    state: redis://cache:port/0                 # refused: the port must be a number

    state: rediss://gateway:\${env:REDIS_PASSWORD}@cache.internal:6379/0
    state: \${env:REDIS_URL}
`,
  ),
  'breaker-counts-refusals': defineMessage(
    'warning',
    'A circuit breaker counts refusals of wrong requests.',
    `
With 400, 404, 405, 413, 415 and 422 a provider refuses the request of one client, and serves the others well. Counted as failures, they
open the circuit for all.

    cb_config: { failure_threshold: 5, cooldown_interval: 30000, failure_status_codes: [400, 500] }     # 400 is the client's

    cb_config: { failure_threshold: 5, cooldown_interval: 30000, failure_status_codes: [500, 502, 503] }
`,
  ),
} as const satisfies Record<string, MessageEntry>
