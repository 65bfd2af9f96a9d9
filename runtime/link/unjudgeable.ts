// What a request must be so that nothing in it passes unread: where a guard denies or rewrites by texts, a body that
// nobody can read is refused instead of sent.
import type { Call } from '../call.ts'
import { endpointFacts } from '../endpoints.ts'
import { type Failure, failure } from '../failures.ts'
import { isReadableText, parseBytes } from '../guardrails/texts/read-json.ts'
import { headerValue } from '../headers.ts'
import { asList, isList } from '../providers/wire/json.ts'
import { isJson } from '../requests/judge-head.ts'
import { isTextual } from './textual.ts'

/** A tunnel carries what no guard sees. */
const TUNNEL = failure(
  'unsupported_endpoint',
  'The guardrails of this config read texts, and nobody can read those of a WebSocket.',
)
const TOO_LARGE = failure(
  'body_too_large',
  'A guardrail reads this request, so its body may not be larger than is held (limits.body_bytes).',
)
const ENCODED = failure(
  'unsupported_media_type',
  'A guardrail reads this request, so its body may not be encoded.',
)
const NO_TEXT = failure(
  'unsupported_media_type',
  'A guardrail reads this request, so its body must be text in UTF-8 or a file.',
)
const NO_JSON = failure('invalid_json', 'A guardrail reads this request, and its body is not JSON.')
const TOKENS = failure(
  'invalid_request',
  'A guardrail reads this request, so it must be text: tokens cannot be read.',
)

/** Why the request cannot be judged; undefined where it can. Files that are uploaded are not judged by anybody. */
export function unjudgeable(call: Call): Failure | undefined {
  const { upgrade, body, endpoint, resource, headers } = call
  if (upgrade === true) return TUNNEL
  const isUpload = resource !== undefined && body.form !== undefined
  if (body.rest !== undefined) return isUpload ? undefined : TOO_LARGE
  if (body.bytes.length === 0 || body.form !== undefined) return undefined
  if (endpoint !== undefined) return holdsTokens(call) ? TOKENS : undefined
  if ((headerValue(headers, 'content-encoding') ?? 'identity') !== 'identity') return ENCODED
  if (parseBytes(body.bytes) !== undefined) return undefined
  const type = headerValue(headers, 'content-type')
  if (isJson(type)) return NO_JSON
  return isTextual(type) && !isReadableText(body.bytes) ? NO_TEXT : undefined
}

/** Prompts and inputs may be numbers, which a model reads as text. */
function holdsTokens({ endpoint, body }: Call): boolean {
  if (endpoint === undefined || endpointFacts[endpoint].takes !== 'json') return false
  if (endpoint !== 'completions' && endpoint !== 'embeddings') return false
  const given = asList(body.field(endpoint === 'completions' ? 'prompt' : 'input'))
  return given.some(item => typeof item === 'number' || (isList(item) && item.length > 0))
}
