// What a config means, as naively as it can be said: a walk over the raw config, straight from the interface's text
// and the semantics. It shares no code with compiler/, not even its tables, so that the two can disagree.

import { queryHolds } from './naive-query.ts'
import type {
  CallTarget,
  RoutedRequest,
  RoutingEnvironment,
  RoutingResult,
  UpstreamCall,
} from './routing-environment.ts'

type Raw = Readonly<Record<string, unknown>>

const asObject = (value: unknown): Raw => (typeof value === 'object' && value !== null ? { ...value } : {})
const asList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
const numbers = (value: unknown): readonly number[] => asList(value).map(Number)

const PROVIDERS: Readonly<Record<string, readonly [id: string, url: string]>> = {
  openai: ['openai', 'https://api.openai.com/v1'],
  vendor: ['openai', 'https://api.openai.com/v1'],
  anthropic: ['anthropic', 'https://api.anthropic.com/v1'],
  mock: ['mock', 'mock://mock'],
}

const SECRETS = ['api_key']
const SETTINGS = ['vendor_organization', 'vendor_project', 'anthropic_beta', 'api_version']

/** Precedence: the target's, else the parent's; parameters are merged per key, guardrails added. Credentials never pass down. */
function withParents(parent: Raw, ownValue: Raw): Raw {
  const result: Record<string, unknown> = { ...ownValue }
  for (const name of [
    'retry',
    'request_timeout',
    'custom_host',
    'forward_headers',
    'strict_vendor_compliance',
    'cb_config',
  ])
    if (ownValue[name] === undefined && parent[name] !== undefined) result[name] = parent[name]
  for (const name of [
    'before_request_hooks',
    'after_request_hooks',
    'input_guardrails',
    'output_guardrails',
  ]) {
    const above = asList(parent[name])
    const repeated = new Set(above.map(guard => JSON.stringify(guard)))
    result[name] = [...above, ...asList(ownValue[name]).filter(guard => !repeated.has(JSON.stringify(guard)))]
  }
  result['override_params'] = {
    ...asObject(parent['override_params']),
    ...asObject(ownValue['override_params']),
  }
  return result
}

/** The number in hand, which a balance takes and whose rest it hands on; none below a fallback. */
type DrawState = number | undefined

/** Runs a config for one request. */
export function interpret(
  config: object,
  incoming: RoutedRequest,
  environment: RoutingEnvironment,
): RoutingResult {
  const targetsOf = (ownValue: Raw): readonly Raw[] => asList(ownValue['targets']).map(asObject)
  const modeOf = (ownValue: Raw): unknown => asObject(ownValue['strategy'])['mode']
  const chosen = (ownValue: Raw, targets: readonly Raw[]): number => {
    const strategy = asObject(ownValue['strategy'])
    const fitting = asList(strategy['conditions'])
      .map(asObject)
      .find(condition => queryHolds(condition['query'], incoming))
    const name = fitting === undefined ? strategy['default'] : fitting['then']
    return targets.findIndex(target => target['name'] === name)
  }

  /** Whether everything that the request could reach here has an open circuit. */
  const isOpen = (ownValue: Raw, parent: Raw, pointer: string): boolean => {
    const effective = withParents(parent, ownValue)
    const targets = targetsOf(ownValue)
    if (targets.length === 0) return effective['cb_config'] !== undefined && environment.isOpen(pointer)
    const open = (index: number): boolean =>
      isOpen(targets[index] ?? {}, effective, `${pointer}/targets/${index}`)
    if (modeOf(ownValue) === 'loadbalance') return weightedTargets(targets).every(open)
    if (modeOf(ownValue) === 'fallback') return targets.every((_target, index) => open(index))
    return open(modeOf(ownValue) === 'conditional' ? chosen(ownValue, targets) : 0)
  }

  /** `forced`: all circuits that could serve are open, so traffic flows as if none were. */
  const run = (
    ownValue: Raw,
    parent: Raw,
    pointer: string,
    hand: DrawState,
    forced: boolean,
  ): RoutingResult => {
    const effective = withParents(parent, ownValue)
    const targets = targetsOf(ownValue)
    const below = (index: number): string => `${pointer}/targets/${index}`
    if (targets.length === 0) {
      const open = effective['cb_config'] !== undefined && environment.isOpen(pointer)
      return runGuarded(effective, pointer, environment, () =>
        open && !forced ? { status: 503, pointer } : runLeaf(effective, pointer, environment, forced),
      )
    }
    const mode = modeOf(ownValue)
    const chooses = mode === 'loadbalance' || mode === 'fallback'
    const flows = forced || (chooses && isOpen(ownValue, parent, pointer))
    const skips = (index: number): boolean => !flows && isOpen(targets[index] ?? {}, effective, below(index))
    const runTarget = (index: number, remainder: DrawState): RoutingResult =>
      run(targets[index] ?? {}, effective, below(index), remainder, flows)

    if (mode === 'loadbalance') {
      const { index, remainder } = pick(
        targets,
        weightedTargets(targets).filter(each => !skips(each)),
        hand,
        environment,
      )
      return runTarget(index, remainder)
    }
    if (mode === 'fallback') {
      const strategy = asObject(ownValue['strategy'])
      const listed = strategy['on_status_codes'] ?? ownValue['on_status_codes']
      const triggers = (answer: RoutingResult): boolean =>
        listed === undefined && strategy['on_errors'] === undefined
          ? answer.status < 200 || answer.status > 299
          : isListed(answer, listed, strategy['on_errors'])
      let answer: RoutingResult | undefined
      for (let index = 0; index < targets.length; index += 1) {
        if (answer !== undefined && !triggers(answer)) break
        if (!skips(index)) answer = runTarget(index, undefined)
      }
      return answer ?? { status: 503, pointer }
    }
    return runTarget(mode === 'conditional' ? chosen(ownValue, targets) : 0, hand)
  }
  return run({ ...config }, {}, '', undefined, false)
}

/** Statuses that say what an error is about, whatever its body says. */
const TELLING: Readonly<Record<number, string>> = {
  401: 'auth',
  408: 'timeout',
  429: 'rate_limit',
  503: 'overloaded',
  504: 'timeout',
  529: 'overloaded',
}

/** Whether the one list has the status or the other what the error is about. */
const isListed = (
  { status, error }: Pick<RoutingResult, 'status' | 'error'>,
  codes: unknown,
  kinds: unknown,
): boolean =>
  numbers(codes).includes(status) || [TELLING[status], error].some(kind => asList(kinds).includes(kind ?? ''))

const weightOf = (target: Raw | undefined): number => Number(target?.['weight'] ?? 1)

/** The places of the targets that have weight. */
const weightedTargets = (targets: readonly Raw[]): readonly number[] =>
  targets.flatMap((target, index) => (weightOf(target) > 0 ? [index] : []))

/** One draw among the targets in question, spent down the tree. Where there is only one there is nothing to draw. */
function pick(
  targets: readonly Raw[],
  open: readonly number[],
  hand: DrawState,
  environment: RoutingEnvironment,
): { readonly index: number; readonly remainder: DrawState } {
  const [only, second] = open
  if (only === undefined) throw new Error('A balance without weight is no valid config.')
  if (second === undefined) return { index: only, remainder: hand }
  const total = open.reduce((sum, index) => sum + weightOf(targets[index]), 0)
  const number = hand ?? environment.draw()
  let low = 0
  for (const index of open) {
    const high = low + weightOf(targets[index]) / total
    if (number < high || index === open.at(-1)) return { index, remainder: (number - low) / (high - low) }
    low = high
  }
  throw new Error('Unreachable: the last target takes what is left.')
}

/** Guards are around each target: a denial is 446, before any call or instead of a successful reply. */
function runGuarded(
  config: Raw,
  pointer: string,
  environment: RoutingEnvironment,
  run: () => RoutingResult,
): RoutingResult {
  const namesOf = (...properties: readonly string[]): readonly string[] =>
    properties.flatMap(property => asList(config[property]).map(guard => String(asObject(guard)['id'])))
  const denied = (guards: readonly string[], side: 'request' | 'reply'): boolean =>
    guards.map(guard => environment.denies(guard, side)).includes(true)
  if (denied(namesOf('before_request_hooks', 'input_guardrails'), 'request')) return { status: 446, pointer }
  const answer = run()
  const good = answer.status >= 200 && answer.status < 300
  return good && denied(namesOf('after_request_hooks', 'output_guardrails'), 'reply')
    ? { status: 446, pointer }
    : answer
}

/** Asks one provider: retries run here, before any strategy moves on. */
function runLeaf(
  ownValue: Raw,
  pointer: string,
  environment: RoutingEnvironment,
  forced: boolean,
): RoutingResult {
  const config = withNamedProvider(ownValue)
  const retry = asObject(config['retry'])
  const hasList = retry['on_status_codes'] !== undefined || retry['on_errors'] !== undefined
  const codes = hasList ? retry['on_status_codes'] : [408, 429, 500, 502, 503, 504, 529]
  const tries = Number(retry['attempts'] ?? 0)
  const timeout = config['request_timeout']
  const callProvider: Omit<UpstreamCall, 'retry'> = {
    pointer,
    target: targetOf(config),
    overrides: asObject(config['override_params']),
    forward: [...new Set(asList(config['forward_headers']).map(name => String(name).toLowerCase()))].sort(),
    timeout: timeout === undefined ? undefined : Number(timeout),
    strict: config['strict_vendor_compliance'] !== false,
  }
  let outcome = environment.call({ ...callProvider, retry: 0 })
  for (let extra = 1; extra <= tries; extra += 1) {
    const listed = isListed(outcome, codes, retry['on_errors'])
    const isExcepted = outcome.timeout === true && !hasList
    if (outcome.network !== true && (!listed || isExcepted)) break
    // The circuit opened over the last try.
    if (!forced && config['cb_config'] !== undefined && environment.isOpen(pointer)) break
    outcome = environment.call({ ...callProvider, retry: extra })
  }
  return { status: outcome.status, pointer, ...(outcome.error !== undefined && { error: outcome.error }) }
}

/** An override of the model as `@slug/model` is the provider of a target that has none; the slug is not sent. */
function withNamedProvider(config: Raw): Raw {
  const overrides = asObject(config['override_params'])
  const [, slug, model] = /^@([^/]+)\/(.+)$/.exec(String(overrides['model'])) ?? []
  if (slug === undefined || config['passthrough'] === true) return config
  const provider = config['provider'] ?? (config['virtual_key'] === undefined ? `@${slug}` : undefined)
  const names = [provider, `@${config['virtual_key']}`].includes(`@${slug}`)
  return names ? { ...config, provider, override_params: { ...overrides, model } } : config
}

function targetOf(config: Raw): CallTarget {
  const given = (names: readonly string[]): readonly (readonly [string, unknown])[] =>
    names.flatMap(name => (config[name] === undefined ? [] : [[name, config[name]] as const]))
  const settings = Object.fromEntries(given(SETTINGS))
  const host = String(config['custom_host'] ?? '').replace(/\/+$/, '')
  const provider = config['provider'] === undefined ? undefined : String(config['provider'])
  if (config['passthrough'] === true) return { from: 'request', name: '', host, secrets: {}, settings }
  if (provider?.startsWith('@')) return { from: 'slug', name: provider.slice(1), host, secrets: {}, settings }
  if (config['virtual_key'] !== undefined)
    return { from: 'slug', name: String(config['virtual_key']), host, secrets: {}, settings }
  if (provider === undefined) return { from: 'request', name: '', host, secrets: {}, settings }
  const [name, url] = PROVIDERS[provider] ?? [provider, '']
  const to = /^[^/]*\/\/[^/]*/.exec(host === '' ? url : host)?.[0]
  const bound = given(SECRETS).map(([property, value]) => {
    const reference = /^\$\{(env|file):(.*)\}$/.exec(String(value))
    return [property, `${reference?.[1]}:${reference?.[2]} to ${to}`] as const
  })
  return { from: 'own', name, host: host === '' ? url : host, secrets: Object.fromEntries(bound), settings }
}
