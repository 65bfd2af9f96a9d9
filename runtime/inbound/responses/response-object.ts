// The response object: the request parameters, echoed, and the result.
import type { Json, JsonObject } from '../../../schemas/values/json.ts'
import { asList, asObject, isObject, present } from '../../../schemas/values/json.ts'
import type { InboundContext } from '../inbound-api.ts'
import { type OutputFinish, usageCounts } from '../output/finish.ts'
import type { ChatOutput } from '../output/read-output.ts'
import { type ItemStatus, itemId, outputItem } from './output-items.ts'

interface ResponseOutcome {
  readonly status: 'in_progress' | 'completed' | 'incomplete' | 'failed'
  readonly output: readonly JsonObject[]
  readonly usage: JsonObject | null
  readonly error?: JsonObject
  readonly incomplete?: JsonObject | undefined
}

/** A response at its start. */
export const responseCreated = (output: ChatOutput, context: InboundContext): JsonObject =>
  responseObject(output, context, { status: 'in_progress', output: [], usage: null })

export const failedResponse = (output: ChatOutput, context: InboundContext, error: JsonObject): JsonObject =>
  responseObject(output, context, { status: 'failed', output: [], usage: null, error })

/** The response for a complete output. */
export function completeResponse(output: ChatOutput, context: InboundContext): JsonObject {
  const incomplete = incompleteDetails(output.finishState())
  return responseObject(output, context, {
    status: incomplete === undefined ? 'completed' : 'incomplete',
    output: output.parts.map((part, index) =>
      outputItem(part, itemId(part, index, context.identifier), itemStatus(output, index)),
    ),
    usage: responseUsage(output.usage),
    incomplete,
  })
}

/** The last item of an incomplete output is incomplete. */
export const itemStatus = (output: ChatOutput, index: number): ItemStatus =>
  index === output.parts.length - 1 && incompleteDetails(output.finishState()) !== undefined
    ? 'incomplete'
    : 'completed'

function incompleteDetails({ finish }: OutputFinish): JsonObject | undefined {
  if (finish === 'length') return { reason: 'max_output_tokens' }
  return finish === 'content_filter' ? { reason: 'content_filter' } : undefined
}

function responseObject(output: ChatOutput, context: InboundContext, outcome: ResponseOutcome): JsonObject {
  const { request, now, identifier } = context
  const requested = (name: string, fallback: Json = null): Json => request[name] ?? fallback
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
    instructions: requested('instructions'),
    max_output_tokens: requested('max_output_tokens'),
    max_tool_calls: requested('max_tool_calls'),
    model: output.model ?? context.model,
    output: outcome.output,
    parallel_tool_calls: requested('parallel_tool_calls', true),
    previous_response_id: null,
    prompt_cache_key: requested('prompt_cache_key'),
    reasoning: { effort, summary },
    safety_identifier: requested('safety_identifier'),
    service_tier: serviceTierOf(output.tier),
    store: false,
    temperature: requested('temperature'),
    text: { ...text, format: format ?? { type: 'text' } },
    tool_choice: requested('tool_choice', 'auto'),
    tools: asList(request['tools']).filter(isObject).map(toolWithDefaults),
    top_logprobs: requested('top_logprobs', 0),
    top_p: requested('top_p'),
    truncation: 'disabled',
    usage: outcome.usage,
    user: requested('user'),
    metadata: requested('metadata', {}),
  }
}

/** Functions are echoed with all optional fields. */
const toolWithDefaults = (tool: JsonObject): JsonObject =>
  tool['type'] === 'function' ? { description: null, parameters: null, strict: null, ...tool } : tool

const SERVICE_TIERS: readonly (string | undefined)[] = ['auto', 'default', 'flex', 'scale', 'priority']

/** Native tiers of other providers are not in the vendor's schema. */
const serviceTierOf = (tier: string | undefined): Json =>
  tier !== undefined && SERVICE_TIERS.includes(tier) ? tier : null

/** Null when the provider reported no usage. */
function responseUsage(usage: Json | undefined): JsonObject | null {
  const counts = usageCounts(usage)
  if (counts === undefined) return null
  return present({
    input_tokens: counts.prompt,
    input_tokens_details: { cached_tokens: counts.cacheRead, cache_write_tokens: counts.cacheWritten },
    output_tokens: counts.completion,
    output_tokens_details: { reasoning_tokens: counts.reasoning },
    total_tokens: counts.total,
  })
}
