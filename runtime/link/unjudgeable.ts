// What a request must be so that nothing in it passes unchecked: where a guard denies or rewrites by text, a body that
// cannot be read is rejected instead of sent.
import type { Call } from '../call.ts'
import { endpointFacts } from '../endpoints.ts'
import { type Failure, failure } from '../failures.ts'
import { isReadableText, parseBytes } from '../guardrails/texts/read-json.ts'
import { headerValue } from '../headers.ts'
import { asList, isList } from '../providers/wire/json.ts'
import { isJson } from '../requests/judge-head.ts'
import { isTextual } from './textual.ts'

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

/** Prompts and inputs may be arrays of token numbers, which the model reads as text. */
function holdsTokens({ endpoint, body }: Call): boolean {
  if (endpoint === undefined || endpointFacts[endpoint].takes !== 'json') return false
  if (endpoint !== 'completions' && endpoint !== 'embeddings') return false
  const given = asList(body.field(endpoint === 'completions' ? 'prompt' : 'input'))
  return given.some(item => typeof item === 'number' || (isList(item) && item.length > 0))
}
