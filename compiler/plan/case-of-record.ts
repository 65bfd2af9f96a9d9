// A record of the log as a case of a config test: the request, the recorded outcomes of its attempts as scripted replies, and the
// result. Sentences describe what a record lacks, and what a script cannot play.
import type {
  ErrorKind,
  Expectation,
  GivenRequest,
  LogAttempt,
  LogRecord,
  Plan,
  TestCase,
  UpstreamScripts,
  UpstreamStep,
} from '../../schemas/generated/types.ts'
import { isObject, type Json, type JsonObject } from '../../schemas/values/json.ts'
import { formatPointer } from '../../schemas/values/pointer.ts'
import { asterisks, printable } from '../diagnostics/mask.ts'
import { isSecretName } from '../diagnostics/secret-names.ts'
import { walkPlan } from './walk-plan.ts'

export interface ReproducedCase {
  readonly test: TestCase
  /** Sentences for comments above it. */
  readonly lacking: readonly string[]
}

/** The prefix of the paths of clients. */
const ROOT = /^\/v1\//
/** Sources of a config that the log does not have. */
const UNKNOWN_CONFIGS: Readonly<Record<string, string>> = {
  inline: 'the config came with the request, and the log has no headers and bodies',
  headers: 'the request named its provider itself, and the log has no headers',
}

/** What is known besides the record. */
export interface RecordContext {
  /** That of the time. */
  readonly plan: Plan | undefined
  /** Keys of the manifest, which tests can name. */
  readonly keys: ReadonlySet<string>
  /** If it was logged. */
  readonly body: JsonObject | undefined
}

/** A recorded request as a simulation takes it. */
export interface ReproducedRequest {
  /** Undefined if the request named its provider itself. */
  readonly config: string | undefined
  readonly given: GivenRequest
  readonly upstreams: UpstreamScripts
  readonly lacking: readonly string[]
}

/** Of a request that named its provider itself, only the provider is known. */
export function requestOfRecord(
  record: LogRecord,
  context: RecordContext,
  headerPrefix: string,
): ReproducedRequest | string {
  const { config, slug, provider } = record
  if (config !== 'headers') {
    const made = caseOfRecord(record, context)
    if (typeof made === 'string') return made
    const { given = {}, upstreams = {} } = made.test
    return { config: made.test.config, given, upstreams, lacking: made.lacking }
  }
  const lacking = [
    'The request named its provider itself. The log has no headers: others than that of the provider are missing here.',
  ]
  const given = givenOf(record, context, lacking)
  const named = slug === undefined ? provider : `@${slug}`
  const headers = named === undefined ? {} : { [`${headerPrefix}provider`]: named }
  const hasProvider = isObject(context.body) && String(context.body['model']).startsWith('@')
  return {
    config: undefined,
    given: hasProvider ? given : { ...given, headers },
    upstreams: scriptsOf(record, lacking),
    lacking,
  }
}

/** A sentence if the record has too little for any test. */
export function caseOfRecord(record: LogRecord, context: RecordContext): ReproducedCase | string {
  const { body } = context
  const { config } = record
  const unknown = config === undefined ? undefined : UNKNOWN_CONFIGS[config]
  if (unknown !== undefined || config === undefined)
    return `The record ${record.id} cannot be reproduced: ${unknown ?? 'no config was chosen'}.`
  const lacking: string[] = []
  const given = givenOf(record, context, lacking)
  const upstreams = scriptsOf(record, lacking)
  const { attempts = [], cache } = record
  for (const target of record.skipped ?? [])
    lacking.push(
      `The circuit of ${target} was open, because of earlier requests: add them under "earlier", or the target is called here.`,
    )
  if (record.limit !== undefined)
    lacking.push('A limit had been used up by earlier requests: add them under "earlier".')
  if ((record.guards ?? []).length > 0 && body === undefined)
    lacking.push('Guards had read the body, which the log does not have: their results may differ here.')
  if (cache?.startsWith('HIT') === true)
    lacking.push('The reply came from a cache, which an earlier request fills.')
  return {
    lacking,
    test: {
      name: `request ${record.id} of ${record.time}`,
      config: config.replace(/@\d+$/, ''),
      ...(cache?.startsWith('HIT') === true ? { earlier: [{}] } : {}),
      given,
      ...(Object.keys(upstreams).length === 0 ? {} : { upstreams }),
      expect: {
        calls: attempts.map(({ at, model }) =>
          model === undefined ? at : { target: at, model: printable(model) },
        ),
        status: record.status,
        ...completeness(record),
      },
    },
  }
}

const completeness = ({ broken, stream }: LogRecord): Pick<Expectation, 'complete'> =>
  stream === true ? { complete: broken === undefined } : {}

function givenOf(record: LogRecord, { plan, keys, body }: RecordContext, lacking: string[]): GivenRequest {
  const { method, path, metadata, key, model, stream } = record
  const route = path.replace(ROOT, '')
  const known = { ...(model === undefined ? {} : { model: printable(model) }), ...(stream && { stream }) }
  if (body === undefined && method !== 'GET')
    lacking.push(
      'The log has no body: this one has the model and "stream" of the record, and a short content. Conditions on other parts of bodies read that.',
    )
  const draw = drawsOf(record, plan, lacking)
  return {
    ...(method === 'POST' ? {} : { method }),
    ...(route === 'chat/completions' ? {} : { path: printable(route) }),
    ...(metadata === undefined ? {} : { metadata: masked(metadata) }),
    ...(key !== undefined && keys.has(key) ? { caller: key } : {}),
    ...(body === undefined
      ? Object.keys(known).length === 0
        ? {}
        : { body: known }
      : { body: masked(body) }),
    ...(draw.length === 0 ? {} : { draw }),
  }
}

/** Each text by itself: in one text of the whole, a mask could reach over the end of a string. */
const masked = (value: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(value).map(([name, each]) => [printable(name), maskedValue(each, isSecretName(name))]),
  )

/** Schemas of tools describe properties with names of secrets: an object has values of its own. */
function maskedValue(value: Json, isSecret: boolean): Json {
  if (typeof value === 'string') return isSecret ? asterisks(value) : printable(value)
  if (Array.isArray(value)) return value.map((each: Json) => maskedValue(each, isSecret))
  return isObject(value) ? masked(value) : value
}

/** For each choice of a load balancer, the middle of the interval of the target that it chose. */
function drawsOf({ steps = [] }: LogRecord, plan: Plan | undefined, lacking: string[]): readonly number[] {
  const positions = new Map(
    plan === undefined ? [] : walkPlan(plan).map(each => [nameOf(each.pointer), each] as const),
  )
  return steps.flatMap(({ at, to, because }) => {
    if (!because.startsWith('weight ')) return []
    const position = positions.get(at)
    const node = position?.node
    const index =
      node?.kind === 'loadbalance'
        ? node.children.findIndex(edge => nameOf(`${position?.pointer}${edge.path}`) === to)
        : -1
    if (node?.kind !== 'loadbalance' || index < 0) {
      lacking.push(
        `The weights at ${at} are those of a plan that is not here: set "draw" so that ${to} is chosen.`,
      )
      return []
    }
    const { cumulative } = node.draw
    const [from, until] = [cumulative[index - 1] ?? 0, cumulative[index] ?? 1]
    return [Math.round(((from + until) / 2) * 10_000) / 10_000]
  })
}

const nameOf = (pointer: string): string => (pointer === '' ? 'config' : `config.${formatPointer(pointer)}`)

/** Steps by target, in the order of its attempts. */
function scriptsOf(record: LogRecord, lacking: string[]): Readonly<Record<string, UpstreamStep[]>> {
  const scripts: Record<string, UpstreamStep[]> = {}
  const { attempts = [], broken } = record
  const kinds = errorKinds(record)
  for (const [index, attempt] of attempts.entries()) {
    const isLast = index === attempts.length - 1
    const step = stepOf(attempt, lacking)
    const kind = kinds.get(attempt)
    const retry = attempt.wait?.because === 'retry-after' ? attempt.wait.milliseconds : undefined
    const script = scripts[attempt.at] ?? []
    scripts[attempt.at] = script
    script.push({
      ...step,
      ...(kind === undefined || step.fail !== undefined ? {} : { error: kind }),
      ...(retry === undefined ? {} : { headers: { 'retry-after': String(Math.ceil(retry / 1_000)) } }),
      ...(isLast && broken !== undefined && attempt.status < 400
        ? { stream: ['Hel', 'lo'], cut: 'after' as const }
        : {}),
    })
  }
  return scripts
}

type Failed = NonNullable<UpstreamStep['fail']>

const FAILS: Readonly<Record<string, Failed>> = {
  refused: 'refused',
  reset: 'reset',
  dns: 'dns',
  tls: 'tls',
  'tls-expired': 'tls',
  'tls-host': 'tls',
  'tls-issuer': 'tls',
  timeout: 'timeout',
}

function stepOf({ status, cause, at }: LogAttempt, lacking: string[]): UpstreamStep {
  if (cause === undefined) return { status }
  if (cause === 'cut') return { cut: 'before' }
  if (cause === 'decode') return { body: 'not what a provider sends' }
  const fail = FAILS[cause]
  if (fail === undefined)
    lacking.push(
      `No script plays the cause "${cause}" of the failure at ${at}: a refused connection is in its place.`,
    )
  return { fail: fail ?? 'refused' }
}

/** The kinds of errors by which fallbacks went on, of the attempts whose replies they were: `status 400 (context_length)`. */
function errorKinds({ steps = [], attempts = [] }: LogRecord): ReadonlyMap<LogAttempt, ErrorKind> {
  const kinds = new Map<LogAttempt, ErrorKind>()
  for (const { because } of steps) {
    const [, status, kind] = /^status (\d+) \(([a-z_]+)\)$/.exec(because) ?? []
    const attempt = attempts.find(each => String(each.status) === status && !kinds.has(each))
    if (attempt !== undefined && attempt.cause === undefined) kinds.set(attempt, kind as ErrorKind)
  }
  return kinds
}

/** The case as YAML, below sentences in comments: values are JSON, on one line each. */
export function formatCase({ test, lacking }: ReproducedCase, sentences: readonly string[]): string {
  const { name, ...parts } = test
  const nested = Object.entries(parts).flatMap(([key, value]) =>
    isObject(value as never) && key !== 'earlier'
      ? [
          `    ${key}:`,
          ...Object.entries(value as object).map(
            ([part, each]) => `      ${keyText(part)}: ${JSON.stringify(each)}`,
          ),
        ]
      : [`    ${key}: ${JSON.stringify(value)}`],
  )
  return [
    ...[...lacking, ...sentences].map(sentence => `  # ${printable(sentence)}`),
    `  - name: ${JSON.stringify(name)}`,
    ...nested,
  ].join('\n')
}

const keyText = (key: string): string => (/^[a-z_-]+$/i.test(key) ? key : JSON.stringify(key))
