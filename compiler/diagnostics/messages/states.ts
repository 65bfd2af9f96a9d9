// Mistakes about what outlives a request: circuits, kept replies, and the services that hold them.
import { type Entry, entry } from './entry.ts'

export const states = {
  'breaker-leaves-out-codes': entry(
    'note',
    'A breaker does not count some failures.',
    `
Without a list the codes above 500 count, which are 501 to 599: an overloaded (429) or broken (500) provider does not open
the circuit. A list replaces the default. Network failures and timeouts of the gateway always count.

    cb_config: { failure_threshold: 5, cooldown_interval: 30000 }

    cb_config:
      failure_threshold: 5
      cooldown_interval: 30000
      failure_status_codes: [429, 500, 502, 503, 504]
`,
  ),
  'breaker-never-opens': entry(
    'warning',
    'A breaker can never open.',
    `
The circuit opens when "failure_threshold" failures fall within "cooldown_interval" milliseconds.

    cb_config: { failure_threshold: 30000000, cooldown_interval: 30000 }    # a thousand failures a millisecond

    cb_config: { failure_threshold: 5, cooldown_interval: 30000 }
`,
  ),
  'semantic-without-embeddings': entry(
    'error',
    'A cache compares by meaning, and nobody embeds texts.',
    `
Mode "semantic" compares the embeddings of requests. The manifest names the stored provider and the model that make them.

    cache: { mode: semantic }                   # refused without this in gateway.yaml:

    cache:
      semantic: { provider: "@openai-main", model: text-embedding-3-small }
`,
  ),
  'cache-repeats-chance': entry(
    'warning',
    'A cache repeats replies that are meant to differ.',
    `
A high temperature asks for another reply each time. A cache gives the first of them to everybody until it is too old.

    cache: { mode: simple }
    override_params: { temperature: 1.2 }       # yet the reply is always the same

    cache: { mode: simple }
    override_params: { temperature: 0 }
`,
  ),
  'cache-repeats-tools': entry(
    'warning',
    'A cache repeats calls of tools.',
    `
A reply that calls a tool is kept like any other. Whoever sends the same request later gets the same call, with the same
arguments, though the world has changed meanwhile.

    cache: { mode: simple }
    override_params: { tool_choice: required }
`,
  ),
  'cache-skews-weights': entry(
    'note',
    'Kept replies change the shares of a balance.',
    `
A target is drawn by its weight first, and asked only when it has kept no reply to the request. The target that is drawn
more often keeps more, so its share of the calls is lower than its weight says.

    strategy: { mode: loadbalance }
    cache: { mode: simple }
    targets:
      - { provider: "@main", weight: 9 }        # less than nine in ten calls
      - { provider: "@backup", weight: 1 }
`,
  ),
  'cache-never-hits': entry(
    'warning',
    'A cache can never hit.',
    `
Replies are kept of the routes that take and give JSON, and requests are compared by meaning where they are chats or
completions. What is passed through is never kept.

    provider: "@voyage"                         # embeddings and rerank
    cache: { mode: semantic }

    provider: "@voyage"
    cache: { mode: simple }
`,
  ),
  'provider-cannot-embed': entry(
    'error',
    'The provider that should embed texts has no embeddings.',
    `
    cache:
      semantic: { provider: "@anthropic-main", model: claude }      # refused: no route for embeddings

    cache:
      semantic: { provider: "@openai-main", model: text-embedding-3-small }
`,
  ),
  'malformed-service-address': entry(
    'error',
    'The address of a service cannot be read.',
    `
State lies in the process ("memory:"), in a Redis ("redis:" or "rediss:"), and embeddings also in a PostgreSQL
("postgres:"). An address is a URL with a host; its password, or the whole of it, is a reference to a secret.

    state: redis://cache:port/0                 # refused: a port is a number

    state: rediss://gateway:\${env:REDIS_PASSWORD}@cache.internal:6379/0
    state: \${env:REDIS_URL}
`,
  ),
} as const satisfies Record<string, Entry>
