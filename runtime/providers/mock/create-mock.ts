// A provider without a network: it answers requests to mock://mock, and the model name selects how (README.md). It
// validates requests as a provider would, so a gateway that sends an invalid one gets an error.
import type { JsonObject } from '../../../compiler/source.ts'
import { failure } from '../../failures.ts'
import type { Clock, Upstream, UpstreamRequest } from '../../ports.ts'
import { isObject, parseJson } from '../wire/json.ts'
import type { Asked } from './asked.ts'
import { behaviourOf, modelNames } from './behaviour.ts'
import { chat, chatFault } from './chat.ts'
import { completion, completionFault } from './completion.ts'
import { embedding, embeddingFault } from './embedding.ts'
import { withFault } from './fault.ts'
import { fingerprint } from './fingerprint.ts'
import { play } from './play.ts'
import { errorReply, jsonReply, type MockReply, type Outcome } from './reply.ts'

const ORIGIN = 'mock://mock'

interface Route {
  /** The parameter that is missing or malformed, if any. */
  readonly fault: (body: JsonObject) => string | undefined
  readonly answer: (asked: Asked) => MockReply
}

const routes: ReadonlyMap<string, Route> = new Map([
  ['/chat/completions', { fault: chatFault, answer: chat }],
  ['/completions', { fault: completionFault, answer: completion }],
  ['/embeddings', { fault: embeddingFault, answer: embedding }],
])

/** A provider whose replies are a function of the requests; `clock` provides `created` and the delays. */
export function createMock(clock: Clock): Upstream {
  return (request, receiver) => {
    const outcome: Outcome =
      request.origin === ORIGIN
        ? outcomeOf(request, Math.floor(clock.now() / 1000))
        : {
            failure: failure('upstream_unreachable', `There is no mock provider at ${request.origin}.`, {
              cause: 'dns',
            }),
          }
    return play(outcome, receiver, clock)
  }
}

function outcomeOf(request: UpstreamRequest, created: number): Outcome {
  const path = request.path.split('?', 1)[0] ?? ''
  if (request.method === 'GET' && path === '/models') return models(created)
  const route = request.method === 'POST' ? routes.get(path) : undefined
  if (route === undefined)
    return refusal(404, `Invalid URL (${request.method} ${path})`, { code: 'unknown_url' })
  const bytes = request.body ?? new Uint8Array()
  const body = parseJson(new TextDecoder().decode(bytes))
  return isObject(body)
    ? answer(route, body, fingerprint(bytes), created)
    : refusal(400, 'The body must be a JSON object.')
}

function answer(route: Route, body: JsonObject, mark: string, created: number): Outcome {
  const model = body['model']
  if (typeof model !== 'string')
    return refusal(400, 'You must provide a model parameter.', { param: 'model' })
  const behaviour = behaviourOf(model)
  if (behaviour === undefined) return unknownModel(model)
  const fault = route.fault(body)
  if (fault !== undefined)
    return refusal(400, `The parameter '${fault}' is missing or malformed.`, { param: fault })
  const asked: Asked = { body, model, behaviour, mark, created }
  return withFault(route.answer(asked), behaviour, body['stream'] === true)
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
