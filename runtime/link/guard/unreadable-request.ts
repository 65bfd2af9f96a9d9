// What a request must be so that nothing in it passes unchecked: where a guard denies or rewrites by text, a body that
// cannot be read is rejected instead of sent.
import { asList, isList } from '../../../schemas/values/json.ts'
import { isStrictText, parseJsonBytes } from '../../guardrails/body-texts/strict-json.ts'
import type { Call } from '../../values/call.ts'
import { endpointFacts } from '../../values/endpoints.ts'
import { type Failure, failure } from '../../values/failures.ts'
import { headerValue, isJsonContentType, isTextContentType } from '../../values/headers.ts'

/** Guards cannot see the messages of a tunnel. */
const TUNNEL = failure(
  'unsupported_endpoint',
  'The guardrails of this config read text, and the messages of a WebSocket cannot be read.',
)
const TOO_LARGE = failure(
  'body_too_large',
  'A guardrail reads this request, so its body must not be larger than limits.body_bytes.',
)
const ENCODED = failure(
  'unsupported_media_type',
  'A guardrail reads this request, so its body must not be encoded.',
)
const NO_TEXT = failure(
  'unsupported_media_type',
  'A guardrail reads this request, so its body must be text in UTF-8 or a file.',
)
const NO_JSON = failure('invalid_json', 'A guardrail reads this request, and its body is not JSON.')
const TOKENS = failure(
  'invalid_request',
  'A guardrail reads this request, so its input must be text: token arrays cannot be read.',
)

/** Why the request cannot be checked; undefined when it can. Uploaded files are not checked. */
export function unreadableRequest(call: Call): Failure | undefined {
  const { upgrade, body, endpoint, resource, headers } = call
  if (upgrade === true) return TUNNEL
  const isUpload = resource !== undefined && body.form !== undefined
  if (body.remainder !== undefined) return isUpload ? undefined : TOO_LARGE
  if (body.bytes.length === 0 || body.form !== undefined) return undefined
  const excess = body.excess()
  if (excess !== undefined) return excess
  if (endpoint !== undefined) return hasTokens(call) ? TOKENS : undefined
  if ((headerValue(headers, 'content-encoding') ?? 'identity') !== 'identity') return ENCODED
  if (parseJsonBytes(body.bytes) !== undefined) return undefined
  const type = headerValue(headers, 'content-type')
  if (isJsonContentType(type)) return NO_JSON
  return isTextContentType(type) && !isStrictText(body.bytes) ? NO_TEXT : undefined
}

/** Prompts and inputs may be arrays of token numbers, which the model reads as text. */
function hasTokens({ endpoint, body }: Call): boolean {
  if (endpoint === undefined || endpointFacts[endpoint].requestBody !== 'json') return false
  if (endpoint !== 'completions' && endpoint !== 'embeddings') return false
  const input = asList(body.field(endpoint === 'completions' ? 'prompt' : 'input'))
  return input.some(item => typeof item === 'number' || (isList(item) && item.length > 0))
}
