// The session of an agent to which a request belongs, as the client names it: in a header, else in a field of the body. A session stays at one
// member of a sticky pool, and the log has it.
import { asObject, asText, isObject } from '../../schemas/values/json.ts'
import type { Endpoint } from './adapter.ts'
import type { Body } from './body/body.ts'

/** The headers by which agents name their sessions, in the order in which they count. */
export const SESSION_HEADERS: readonly {
  readonly header: string
  readonly agent: string
  readonly source: string
}[] = [
  {
    header: 'x-claude-code-session-id',
    agent: 'Claude Code',
    source: 'https://code.claude.com/docs/en/llm-gateway',
  },
  {
    header: 'session_id',
    agent: 'Codex',
    source: 'https://github.com/openai/codex/blob/main/codex-rs/codex-api/src/requests/headers.rs',
  },
  {
    header: 'session-id',
    agent: 'Codex, pi',
    source: 'https://github.com/openai/codex/pull/21757, https://github.com/earendil-works/pi/issues/4967',
  },
  {
    header: 'x-session-affinity',
    agent: 'opencode, Crush',
    source:
      'https://github.com/anomalyco/opencode/blob/dev/packages/opencode/src/session/llm/request.ts, https://github.com/charmbracelet/crush/pull/3277',
  },
  {
    header: 'x-session-id',
    agent: 'opencode, Crush',
    source:
      'https://github.com/anomalyco/opencode/blob/dev/packages/opencode/src/session/llm/request.ts, https://github.com/charmbracelet/crush/pull/3277',
  },
  {
    header: 'x-opencode-session',
    agent: 'opencode',
    source: 'https://github.com/anomalyco/opencode/blob/dev/packages/opencode/src/session/llm/request.ts',
  },
  {
    header: 'agent-session-id',
    agent: 'Goose',
    source: 'https://github.com/block/goose/blob/main/crates/goose/src/session_context.rs',
  },
]

/** Their places in that order. */
export const SESSION_RANKS: ReadonlyMap<string, number> = new Map(
  SESSION_HEADERS.map(({ header }, rank) => [header, rank]),
)

/** The key of the metadata that names the session, for clients that cannot set other headers; the log store has every session by it. */
export const SESSION_KEY = '_session'

/**
 * The session in the `metadata.user_id` of Claude Code, which older versions send without the header: `user_…_account_…_session_…`, or JSON
 * with a `session_id` (test/runtime/coding-agents/claude-code.ts).
 */
const SESSION_OF_USER = /(?:_session_|"session_id"\s*:\s*")([\w-]{8,64})/

/** The fields that may name a session. */
export const SESSION_FIELDS: ReadonlySet<string> = new Set(['prompt_cache_key', 'conversation', 'metadata'])

/** The session that fields of the body name. */
export function sessionInBody(body: Body, endpoint: Endpoint): string | undefined {
  const key = body.field('prompt_cache_key')
  if (typeof key === 'string' && key !== '') return key
  if (endpoint === 'responses') {
    const conversation = body.field('conversation')
    const id = isObject(conversation) ? conversation['id'] : conversation
    if (typeof id === 'string' && id !== '') return id
  }
  if (endpoint !== 'messages') return undefined
  const user = asText(asObject(body.field('metadata'))['user_id'])
  return user === undefined ? undefined : SESSION_OF_USER.exec(user)?.[1]
}
