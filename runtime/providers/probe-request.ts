// A request as a provider would be sent it, before any request exists: adapters are pure.
import type { ProviderSpec } from '../../schemas/generated/types.ts'
import type { JsonObject } from '../../schemas/values/json.ts'
import type { AdapterContext, Endpoint, ProviderBody } from '../values/adapter.ts'
import { type Failure, isFailure } from '../values/failures.ts'
import type { FamilyFacts } from '../values/family-facts.ts'
import { checkRanges } from '../wire/check-ranges.ts'
import { stripExtensions } from '../wire/extension-fields.ts'
import { fitChat } from '../wire/fit-chat.ts'
import { reasonsWithTools } from '../wire/fit-family.ts'
import { jsonWish, withJsonInstruction } from '../wire/fit-format.ts'
import { modelFacts } from '../wire/model-family.ts'
import { allAdapters } from './all-adapters.ts'
import { chatToResponse } from './openai/chat-to-response.ts'
import { contextOfSpec } from './spec-context.ts'
import { vendorSchemaAdapter } from './vendor-schema.ts'

/** What is known of a model at a provider that does not fit requests to its models itself. */
export const factsAt = (spec: ProviderSpec, model: string): FamilyFacts | undefined =>
  spec.adaptsModels === true ? undefined : modelFacts(model, spec.id)

/** Whether an adapter converts what is sent to this endpoint. */
export const isConverted = (spec: ProviderSpec, endpoint: Endpoint): boolean =>
  (allAdapters.ofDialect(spec) ?? vendorSchemaAdapter).endpoints[endpoint] !== undefined

/** The body for an endpoint, or why there is none. `facts` are those of the model; absent: of no family. */
export function probeRequest(
  spec: ProviderSpec,
  endpoint: Endpoint,
  request: JsonObject,
  model: string,
  facts: FamilyFacts | undefined,
): ProviderBody | Failure {
  const adapter = (allAdapters.ofDialect(spec) ?? vendorSchemaAdapter).endpoints[endpoint]
  const context: AdapterContext = {
    model,
    stream: request['stream'] === true,
    strict: true,
    now: 0,
    identifier: '0',
    includeUsage: false,
    settings: PATH_SETTINGS,
    requestBody: request,
    ...contextOfSpec(spec, facts),
  }
  if (adapter !== undefined)
    return checkRanges(name => request[name], spec) ?? adapter.request(request, context)
  const moves =
    endpoint === 'chat/completions' &&
    spec.routes.responses !== undefined &&
    facts !== undefined &&
    reasonsWithTools(name => request[name], facts)
  if (moves) return chatToResponse(request, context)
  const fitted = fitToSpec(request, context, spec)
  return checkRanges(name => fitted.body[name], spec) ?? fitted
}

/** The names of what is left out or changed; none for what cannot be converted at all. */
export const droppedIn = (converted: ProviderBody | Failure): readonly string[] =>
  isFailure(converted) ? [] : converted.dropped

/** A chat for a provider of the OpenAI schema, whose body otherwise passes. */
function fitToSpec(chat: JsonObject, context: AdapterContext, spec: ProviderSpec): ProviderBody {
  const { omits = [] } = context
  const fitted = fitChat(chat, context)
  const wish = spec.schemaAsInstruction === true ? jsonWish(fitted.body['response_format']) : undefined
  const body: JsonObject = {
    ...fitted.body,
    ...(wish?.schema === undefined
      ? {}
      : {
          messages: withJsonInstruction(fitted.body['messages'], wish) ?? null,
          response_format: { type: 'json_object' },
        }),
  }
  const messages = stripExtensions(body['messages'], spec.baseUrl === undefined)
  const stripped = messages === undefined ? body : { ...body, messages }
  return {
    body: Object.fromEntries(Object.entries(stripped).filter(([name]) => !omits.includes(name))),
    dropped: [
      ...fitted.dropped,
      ...(wish?.schema === undefined ? [] : ['response_format.json_schema']),
      ...omits.filter(name => name in body),
    ],
  }
}

/** Settings that paths are built from; their values are irrelevant here. */
const PATH_SETTINGS: Readonly<Record<string, unknown>> = {
  cloud1_region: 'us-east-1',
  cloud3_region: 'global',
  cloud3_project_id: 'project',
}
