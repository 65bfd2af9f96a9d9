// Providers without sockets that refuse what the real ones refuse, with their error bodies, and answer what a test says: whole and
// streamed. A provider is a list of routes; each has its rules, and how it writes answers and errors.
import type { JsonObject } from '../../../schemas/values/json.ts'
import { asObject, asText } from '../../../schemas/values/json.ts'
import { type ScriptedUpstream, type SentRequest, type Step, steppedUpstream } from '../scripted-upstream.ts'
import { type JudgedRequest, type Rule, refusalsOf } from './rules/rule.ts'
import type { ModelAnswer, ModelInput } from './scripted-model.ts'
import type { Dialect } from './serve.ts'

export interface StrictRoute {
  readonly path: RegExp
  readonly rules: readonly Rule[]
  readonly writes: Pick<Dialect, 'wholeReply' | 'events' | 'streamType'>
  readonly error: (status: number, message: string) => JsonObject
  /** Whether a path asks for a stream; by default the body does. */
  readonly streams?: (path: string) => boolean
  /** The reply of a route that counts tokens or compacts: it has no answer of a model. */
  readonly replies?: (body: JsonObject) => JsonObject
  /** The body that the rules are about, where it is within another. */
  readonly unwrap?: (body: JsonObject) => JsonObject
}

export interface StrictProvider {
  readonly name: string
  readonly stored: Readonly<Record<string, unknown>>
  readonly model: string
  /** The model reads no images. */
  readonly textOnly?: true
  readonly routes: readonly StrictRoute[]
}

/** What the provider does with the next requests. */
export interface Play {
  readonly answer: ModelAnswer
  /** The statuses of the attempts before it answers. */
  readonly failures?: readonly number[]
  /** The answer breaks off in the middle. */
  readonly cut?: boolean
}

export interface Judged {
  readonly path: string
  readonly body: JsonObject
  readonly refusals: readonly string[]
}

export interface StrictUpstream extends ScriptedUpstream {
  readonly play: (play: Play) => void
  /** What was judged since the last play. */
  readonly judged: () => readonly Judged[]
}

const NO_ANSWER: ModelAnswer = { thought: undefined, text: 'Nothing was asked.', calls: [] }

export function strictUpstream({ routes }: StrictProvider): StrictUpstream {
  let current: Play = { answer: NO_ANSWER }
  let failures: number[] = []
  let judged: Judged[] = []
  let plays = 0

  const stepOf = (request: SentRequest): Step => {
    const { path } = request
    const body = asObject(request.json)
    const route = routes.find(each => each.path.test(path))
    if (route === undefined) {
      judged.push({ path, body, refusals: [`There is nothing at ${path}.`] })
      return { status: 404, body: { error: { message: `There is nothing at ${path}.` } } }
    }
    const refusals = refusalsOf(judgedRequest(request, route), route.rules)
    judged.push({ path, body, refusals })
    if (refusals[0] !== undefined) return { status: 400, body: route.error(400, refusals.join(' ')) }
    if (route.replies !== undefined) return { status: 200, body: route.replies(body) }
    const failed = failures.shift()
    if (failed !== undefined) return { status: failed, body: route.error(failed, 'Overloaded') }
    return answered(route, current, inputOf(request, route, plays))
  }
  const upstream = steppedUpstream(stepOf)
  return {
    ...upstream,
    sent: upstream.sent,
    play: next => {
      current = next
      failures = [...(next.failures ?? [])]
      judged = []
      plays += 1
    },
    judged: () => judged,
  }
}

function judgedRequest({ headers, json, path }: SentRequest, { unwrap }: StrictRoute): JudgedRequest {
  const body = unwrap === undefined ? asObject(json) : unwrap(asObject(json))
  const entries = headers.flatMap((name, index) =>
    index % 2 === 0 ? [[name.toLowerCase(), headers[index + 1] ?? '']] : [],
  )
  return {
    body,
    headers: Object.fromEntries(entries),
    model: asText(body['model']) ?? /\/models?\/([^/:]+)/.exec(path)?.[1] ?? '',
  }
}

/** The number of the play is in the ids of calls, so that none is twice in a history. */
function inputOf({ json, path }: SentRequest, { streams }: StrictRoute, plays: number): ModelInput {
  const body = asObject(json)
  return {
    model: asText(body['model']) ?? 'the-model',
    stream: streams === undefined ? body['stream'] === true : streams(path),
    userText: '',
    tools: [],
    results: Array.from({ length: plays }, () => ''),
    thinks: false,
    schema: false,
    usage: asObject(body['stream_options'])['include_usage'] === true,
  }
}

function answered({ writes }: StrictRoute, { answer, cut }: Play, input: ModelInput): Step {
  if (!input.stream) return cut ? { fails: 'cut' } : { status: 200, body: writes.wholeReply(answer, input) }
  const events = writes.events(answer, input)
  return {
    events: cut ? events.slice(0, Math.ceil(events.length / 2)) : events,
    end: cut ? 'cut' : 'well',
    headers: ['content-type', writes.streamType],
  }
}
