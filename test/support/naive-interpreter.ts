// What a config means, as naively as it can be said: a walk over the raw config, straight from the interface's text
// and the semantics. It shares no code with compiler/, not even its tables, so that the two can disagree.
import type { Answer, Ask, Incoming, Whom, World } from './abstract-world.ts'
import { queryHolds } from './naive-query.ts'

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

/** Precedence: the target's, else the parent's; parameters are merged per key. Credentials never pass down. */
function withParents(parent: Raw, own: Raw): Raw {
  const result: Record<string, unknown> = { ...own }
  for (const name of [
    'retry',
    'request_timeout',
    'custom_host',
    'forward_headers',
    'strict_vendor_compliance',
    'cb_config',
    'before_request_hooks',
    'after_request_hooks',
    'input_guardrails',
    'output_guardrails',
  ])
    if (own[name] === undefined && parent[name] !== undefined) result[name] = parent[name]
  result['override_params'] = { ...asObject(parent['override_params']), ...asObject(own['override_params']) }
  return result
}

/** The number in hand, which a balance takes and whose rest it hands on; none below a fallback. */
type Hand = number | undefined

/** Runs a config for one request. */
export function interpret(config: object, incoming: Incoming, world: World): Answer {
  const targetsOf = (own: Raw): readonly Raw[] => asList(own['targets']).map(asObject)
  const modeOf = (own: Raw): unknown => asObject(own['strategy'])['mode']
  const chosen = (own: Raw, targets: readonly Raw[]): number => {
    const strategy = asObject(own['strategy'])
    const fitting = asList(strategy['conditions'])
      .map(asObject)
      .find(condition => queryHolds(condition['query'], incoming))
    const name = fitting === undefined ? strategy['default'] : fitting['then']
    return targets.findIndex(target => target['name'] === name)
  }

  /** Whether everything that the request could reach here has an open circuit. */
  const isOpen = (own: Raw, parent: Raw, pointer: string): boolean => {
    const effective = withParents(parent, own)
    const targets = targetsOf(own)
    if (targets.length === 0) return effective['cb_config'] !== undefined && world.isOpen(pointer)
    const open = (index: number): boolean =>
      isOpen(targets[index] ?? {}, effective, `${pointer}/targets/${index}`)
    if (modeOf(own) === 'loadbalance') return weighed(targets).every(open)
    if (modeOf(own) === 'fallback') return targets.every((_target, index) => open(index))
    return open(modeOf(own) === 'conditional' ? chosen(own, targets) : 0)
  }

  /** `forced`: all circuits that could serve are open, so traffic flows as if none were. */
  const run = (own: Raw, parent: Raw, pointer: string, hand: Hand, forced: boolean): Answer => {
    const effective = withParents(parent, own)
    const targets = targetsOf(own)
    const below = (index: number): string => `${pointer}/targets/${index}`
    if (targets.length === 0) {
      const open = effective['cb_config'] !== undefined && world.isOpen(pointer)
      return runGuarded(effective, pointer, world, () =>
        open && !forced ? { status: 503, pointer } : runLeaf(effective, pointer, world, forced),
      )
    }
    const mode = modeOf(own)
    const chooses = mode === 'loadbalance' || mode === 'fallback'
    const flows = forced || (chooses && isOpen(own, parent, pointer))
    const skips = (index: number): boolean => !flows && isOpen(targets[index] ?? {}, effective, below(index))
    const runTarget = (index: number, rest: Hand): Answer =>
      run(targets[index] ?? {}, effective, below(index), rest, flows)

    if (mode === 'loadbalance') {
      const { index, rest } = pick(
        targets,
        weighed(targets).filter(each => !skips(each)),
        hand,
        world,
      )
      return runTarget(index, rest)
    }
    if (mode === 'fallback') {
      const listed = asObject(own['strategy'])['on_status_codes'] ?? own['on_status_codes']
      const triggers = (status: number): boolean =>
        listed === undefined ? status < 200 || status > 299 : numbers(listed).includes(status)
      let answer: Answer | undefined
      for (let index = 0; index < targets.length; index += 1) {
        if (answer !== undefined && !triggers(answer.status)) break
        if (!skips(index)) answer = runTarget(index, undefined)
      }
      return answer ?? { status: 503, pointer }
    }
    return runTarget(mode === 'conditional' ? chosen(own, targets) : 0, hand)
  }
  return run({ ...config }, {}, '', undefined, false)
}

const weightOf = (target: Raw | undefined): number => Number(target?.['weight'] ?? 1)

/** The places of the targets that have weight. */
const weighed = (targets: readonly Raw[]): readonly number[] =>
  targets.flatMap((target, index) => (weightOf(target) > 0 ? [index] : []))

/** One draw among the targets in question, spent down the tree. Where there is only one there is nothing to draw. */
function pick(
  targets: readonly Raw[],
  open: readonly number[],
  hand: Hand,
  world: World,
): { readonly index: number; readonly rest: Hand } {
  const [only, second] = open
  if (only === undefined) throw new Error('A balance without weight is no valid config.')
  if (second === undefined) return { index: only, rest: hand }
  const total = open.reduce((sum, index) => sum + weightOf(targets[index]), 0)
  const number = hand ?? world.draw()
  let low = 0
  for (const index of open) {
    const high = low + weightOf(targets[index]) / total
    if (number < high || index === open.at(-1)) return { index, rest: (number - low) / (high - low) }
    low = high
  }
  throw new Error('Unreachable: the last target takes what is left.')
}

/** Guards stand around each target: what one denies is answered 446, before any call or instead of a good reply. */
function runGuarded(config: Raw, pointer: string, world: World, run: () => Answer): Answer {
  const namesOf = (...properties: readonly string[]): readonly string[] =>
    properties.flatMap(property => asList(config[property]).map(guard => String(asObject(guard)['id'])))
  const denied = (guards: readonly string[], side: 'request' | 'reply'): boolean =>
    guards.map(guard => world.denies(guard, side)).includes(true)
  if (denied(namesOf('before_request_hooks', 'input_guardrails'), 'request')) return { status: 446, pointer }
  const answer = run()
  const good = answer.status >= 200 && answer.status < 300
  return good && denied(namesOf('after_request_hooks', 'output_guardrails'), 'reply')
    ? { status: 446, pointer }
    : answer
}

/** Asks one provider: retries run here, before any strategy moves on. */
function runLeaf(config: Raw, pointer: string, world: World, forced: boolean): Answer {
  const retry = asObject(config['retry'])
  const codes = retry['on_status_codes'] ?? [429, 500, 502, 503, 504, 529]
  const tries = Number(retry['attempts'] ?? 0)
  const timeout = config['request_timeout']
  const ask: Omit<Ask, 'retry'> = {
    pointer,
    whom: whomOf(config),
    overrides: asObject(config['override_params']),
    forward: [...new Set(asList(config['forward_headers']).map(name => String(name).toLowerCase()))].sort(),
    timeout: timeout === undefined ? undefined : Number(timeout),
    strict: config['strict_vendor_compliance'] !== false,
  }
  let outcome = world.ask({ ...ask, retry: 0 })
  for (let extra = 1; extra <= tries; extra += 1) {
    if (outcome.network !== true && !numbers(codes).includes(outcome.status)) break
    // The circuit opened over the last try.
    if (!forced && config['cb_config'] !== undefined && world.isOpen(pointer)) break
    outcome = world.ask({ ...ask, retry: extra })
  }
  return { status: outcome.status, pointer }
}

function whomOf(config: Raw): Whom {
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
