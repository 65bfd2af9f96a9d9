// Serves a chat at the Responses API of its provider: models that take no tools in chats while they reason do so there.

import type { JsonObject } from '../../../schemas/values/json.ts'
import { budgetToEffort } from '../../inbound/vendor-chat.ts'
import { chatAsResponse } from '../../providers/openai/response-to-chat.ts'
import type { AdapterContext, EndpointAdapter } from '../../values/adapter.ts'
import { isFailure } from '../../values/failures.ts'
import type { FamilyFacts } from '../../values/family-facts.ts'
import { reasonsWithTools } from '../../wire/fit-family.ts'
import type { NativeEndpoint, Target } from '../target/target.ts'

type RouteFacts = Pick<AdapterContext, 'model' | 'defaults'>

/** Where the provider serves such a chat; undefined if it has no such API for it. */
export function responsesServing(
  target: Target,
  { model, defaults }: RouteFacts,
): NativeEndpoint | undefined {
  const { adapter, origin, spec, settings } = target
  // A host that only speaks the vendor's chats is not expected to have it.
  if (!origin.endsWith(new URL(spec.baseUrl ?? origin).host)) return undefined
  const path = adapter?.path?.('responses', { model, defaults, settings }) ?? spec.routes.responses
  if (path === undefined || isFailure(path) || isBefore(path)) return undefined
  return {
    endpoint: 'chat/completions',
    adapter: withModelOf(target, path),
    path,
    fixedPath: path,
    repair: undefined,
    forwardsHeaders: false,
  }
}

/** The same for the chat of a client of another API; undefined if it can stay a chat. */
export function responsesServingOf(
  chat: JsonObject,
  facts: FamilyFacts,
  target: Target,
  model: string,
): NativeEndpoint | undefined {
  const { body } = budgetToEffort(chat)
  const defaults = (target.spec.defaults ?? {}) as AdapterContext['defaults']
  return reasonsWithTools(name => body[name], facts)
    ? responsesServing(target, { model, defaults })
    : undefined
}

/** A deployment has its name in the body. */
function withModelOf({ adapter }: Target, path: string): EndpointAdapter {
  return {
    ...chatAsResponse,
    request: (body, context) => {
      const converted = chatAsResponse.request(body, context)
      if (isFailure(converted)) return converted
      const model = adapter?.model?.('responses', context)
      return { ...converted, path, body: model === undefined ? converted.body : { ...converted.body, model } }
    },
  }
}

/** The first dated version of Azure's API with responses is 2025-03-01-preview: learn.microsoft.com/azure/ai-foundry/openai/how-to/responses. */
const isBefore = (path: string): boolean => {
  const [, date] = /[?&]api-version=(\d{4}-\d{2}-\d{2})/.exec(path) ?? []
  return date !== undefined && date < '2025-03-01'
}
