// A provider without a network: it answers requests to mock://mock, and the model name selects how (README.md). It
// validates requests as a provider would, so a gateway that sends an invalid one gets an error.
import type { JsonObject } from '../../../schemas/values/json.ts'
import { isObject, parseJson } from '../../../schemas/values/json.ts'
import { concatenate } from '../../values/byte-stream.ts'
import { failure } from '../../values/failures.ts'
import type { Clock, Upstream, UpstreamRequest } from '../../values/ports.ts'
import { behaviourOf, modelNames } from './behaviour.ts'
import { chat, invalidChatParameter } from './chat.ts'
import { completion, invalidCompletionParameter } from './completion.ts'
import { embedding, invalidEmbeddingParameter } from './embedding.ts'
import { fingerprint } from './fingerprint.ts'
import { injectFault } from './inject-fault.ts'
import { errorReply, jsonReply, type MockOutcome, type MockReply } from './mock-reply.ts'
import type { MockRequest } from './mock-request.ts'
import { sendReply } from './send-reply.ts'

const ORIGIN = 'mock://mock'

interface Route {
  /** The parameter that is missing or malformed, if any. */
  readonly invalidParameter: (body: JsonObject) => string | undefined
  readonly answer: (mockRequest: MockRequest) => MockReply
}

const routes: ReadonlyMap<string, Route> = new Map([
  ['/chat/completions', { invalidParameter: invalidChatParameter, answer: chat }],
  ['/completions', { invalidParameter: invalidCompletionParameter, answer: completion }],
  ['/embeddings', { invalidParameter: invalidEmbeddingParameter, answer: embedding }],
])

/** A provider whose replies are a function of the requests; `clock` provides `created` and the delays. */
export function createMock(clock: Clock): Upstream {
  return (request, receiver) => {
    const outcome: MockOutcome =
      request.origin === ORIGIN
        ? outcomeOf(request, Math.floor(clock.now() / 1000))
        : {
            failure: failure('upstream_unreachable', `There is no mock provider at ${request.origin}.`, {
              cause: 'dns',
            }),
          }
    return sendReply(outcome, receiver, clock)
  }
}

function outcomeOf(request: UpstreamRequest, created: number): MockOutcome {
  const path = request.path.split('?', 1)[0] ?? ''
  if (request.method === 'GET' && path === '/models') return models(created)
  const route = request.method === 'POST' ? routes.get(path) : undefined
  if (route === undefined)
    return refusal(404, `Invalid URL (${request.method} ${path})`, { code: 'unknown_url' })
  const bytes = concatenate([request.body ?? new Uint8Array(), ...(request.rest ?? [])])
  const body = parseJson(new TextDecoder().decode(bytes))
  return isObject(body)
    ? answer(route, body, fingerprint(bytes), created)
    : refusal(400, 'The body must be a JSON object.')
}

function answer(route: Route, body: JsonObject, mark: string, created: number): MockOutcome {
  const model = body['model']
  if (typeof model !== 'string')
    return refusal(400, 'You must provide a model parameter.', { param: 'model' })
  const behaviour = behaviourOf(model)
  if (behaviour === undefined) return unknownModel(model)
  const invalidParameter = route.invalidParameter(body)
  if (invalidParameter !== undefined)
    return refusal(400, `The parameter '${invalidParameter}' is missing or malformed.`, {
      param: invalidParameter,
    })
  const mockRequest: MockRequest = { body, model, behaviour, mark, created }
  return injectFault(route.answer(mockRequest), behaviour, body['stream'] === true)
}

const refusal = (
  status: number,
  message: string,
  more: { readonly param?: string; readonly code?: string } = {},
): MockReply => errorReply(status, { message, type: 'invalid_request_error', ...more })

const unknownModel = (model: string): MockReply =>
  refusal(404, `The mock has no model '${model}'; it has ${modelNames.join(', ')}.`, {
    param: 'model',
    code: 'model_not_found',
  })

const models = (created: number): MockReply =>
  jsonReply(200, {
    object: 'list',
    data: modelNames.map(id => ({ id, object: 'model', created, owned_by: 'mock' })),
  })
