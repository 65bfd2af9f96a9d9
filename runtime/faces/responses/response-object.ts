// The response object: the request parameters, echoed, and the result.
import type { Json, JsonObject } from '../../../compiler/source.ts'
import { asList, asObject, isObject, present } from '../../providers/wire/json.ts'
import { countsOf, type Ending } from '../answer/ending.ts'
import type { Answer } from '../answer/read-answer.ts'
import type { FaceContext } from '../face.ts'
import { type ItemStatus, itemIdentifier, outputItem } from './output-items.ts'

interface Outcome {
  readonly status: 'in_progress' | 'completed' | 'incomplete' | 'failed'
  readonly output: readonly JsonObject[]
  readonly usage: JsonObject | null
  readonly error?: JsonObject
  readonly incomplete?: JsonObject | undefined
}

/** A response at its start. */
export const begunResponse = (answer: Answer, context: FaceContext): JsonObject =>
  responseObject(answer, context, { status: 'in_progress', output: [], usage: null })

export const failedResponse = (answer: Answer, context: FaceContext, error: JsonObject): JsonObject =>
  responseObject(answer, context, { status: 'failed', output: [], usage: null, error })

/** The response for a complete output. */
export function wholeResponse(answer: Answer, context: FaceContext): JsonObject {
  const incomplete = incompleteDetails(answer.ending())
  return responseObject(answer, context, {
    status: incomplete === undefined ? 'completed' : 'incomplete',
    output: answer.parts.map((part, at) =>
      outputItem(part, itemIdentifier(part, at, context.identifier), finalStatus(answer, at)),
    ),
    usage: usageOf(answer.usage),
    incomplete,
  })
}

/** The last item of an incomplete output is incomplete. */
export const finalStatus = (answer: Answer, at: number): ItemStatus =>
  at === answer.parts.length - 1 && incompleteDetails(answer.ending()) !== undefined
    ? 'incomplete'
    : 'completed'

function incompleteDetails({ finish }: Ending): JsonObject | undefined {
  if (finish === 'length') return { reason: 'max_output_tokens' }
  return finish === 'content_filter' ? { reason: 'content_filter' } : undefined
}

function responseObject(answer: Answer, context: FaceContext, outcome: Outcome): JsonObject {
  const { request, now, identifier } = context
  const asked = (name: string, otherwise: Json = null): Json => request[name] ?? otherwise
  const { effort = null, summary = null } = asObject(request['reasoning'])
  const { format, ...text } = asObject(request['text'])
  return {
    id: `resp_${identifier}`,
    object: 'response',
    created_at: now,
    status: outcome.status,
    background: false,
    completed_at: null,
    error: outcome.error ?? null,
    incomplete_details: outcome.incomplete ?? null,
    instructions: asked('instructions'),
    max_output_tokens: asked('max_output_tokens'),
    max_tool_calls: asked('max_tool_calls'),
    model: answer.model ?? context.model,
    output: outcome.output,
    parallel_tool_calls: asked('parallel_tool_calls', true),
    previous_response_id: null,
    prompt_cache_key: asked('prompt_cache_key'),
    reasoning: { effort, summary },
    safety_identifier: asked('safety_identifier'),
    service_tier: tierOf(answer.tier),
    store: false,
    temperature: asked('temperature'),
    text: { ...text, format: format ?? { type: 'text' } },
    tool_choice: asked('tool_choice', 'auto'),
    tools: asList(request['tools']).filter(isObject).map(toolOf),
    top_logprobs: asked('top_logprobs', 0),
    top_p: asked('top_p'),
    truncation: 'disabled',
    usage: outcome.usage,
    user: asked('user'),
    metadata: asked('metadata', {}),
  }
}

/** Functions are echoed with all optional fields. */
const toolOf = (tool: JsonObject): JsonObject =>
  tool['type'] === 'function' ? { description: null, parameters: null, strict: null, ...tool } : tool

const tiers: readonly (string | undefined)[] = ['auto', 'default', 'flex', 'scale', 'priority']

/** Native tiers of other providers are not in the vendor's schema. */
const tierOf = (tier: string | undefined): Json => (tier !== undefined && tiers.includes(tier) ? tier : null)

/** Null when the provider reported no usage. */
function usageOf(usage: Json | undefined): JsonObject | null {
  const counts = countsOf(usage)
  if (counts === undefined) return null
  return present({
    input_tokens: counts.prompt,
    input_tokens_details: { cached_tokens: counts.cacheRead, cache_write_tokens: counts.cacheWritten },
    output_tokens: counts.completion,
    output_tokens_details: { reasoning_tokens: counts.reasoning },
    total_tokens: counts.total,
  })
}
