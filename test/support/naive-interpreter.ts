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
  ])
    if (own[name] === undefined && parent[name] !== undefined) result[name] = parent[name]
  result['override_params'] = { ...asObject(parent['override_params']), ...asObject(own['override_params']) }
  return result
}

/** The number in hand, which a balance takes and whose rest it hands on; none below a fallback. */
type Hand = number | undefined

/** Runs a config for one request. */
export function interpret(config: object, incoming: Incoming, world: World): Answer {
  const run = (own: Raw, parent: Raw, pointer: string, hand: Hand): Answer => {
    const effective = withParents(parent, own)
    const targets = asList(own['targets']).map(asObject)
    const runTarget = (index: number, rest: Hand): Answer =>
      run(targets[index] ?? {}, effective, `${pointer}/targets/${index}`, rest)
    if (targets.length === 0) return runLeaf(effective, pointer, world)

    const strategy = asObject(own['strategy'])
    if (strategy['mode'] === 'loadbalance') {
      const { index, rest } = pick(targets, hand, world)
      return runTarget(index, rest)
    }
    if (strategy['mode'] === 'fallback') {
      const listed = strategy['on_status_codes'] ?? own['on_status_codes']
      const triggers = (status: number): boolean =>
        listed === undefined ? status < 200 || status > 299 : numbers(listed).includes(status)
      let answer = runTarget(0, undefined)
      for (let index = 1; index < targets.length && triggers(answer.status); index += 1)
        answer = runTarget(index, undefined)
      return answer
    }
    if (strategy['mode'] === 'conditional') {
      const fitting = asList(strategy['conditions'])
        .map(asObject)
        .find(condition => queryHolds(condition['query'], incoming))
      const name = fitting === undefined ? strategy['default'] : fitting['then']
      return runTarget(
        targets.findIndex(target => target['name'] === name),
        hand,
      )
    }
    return runTarget(0, hand)
  }
  return run({ ...config }, {}, '', undefined)
}

/** One draw, spent down the tree. Where only one target has weight there is nothing to draw. */
function pick(
  targets: readonly Raw[],
  hand: Hand,
  world: World,
): { readonly index: number; readonly rest: Hand } {
  const weights = targets.map(target => Number(target['weight'] ?? 1))
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  const open = weights.flatMap((weight, index) => (weight > 0 ? [index] : []))
  const [only, second] = open
  if (only === undefined) throw new Error('A balance without weight is no valid config.')
  if (second === undefined) return { index: only, rest: hand }
  const number = hand ?? world.draw()
  let low = 0
  for (const index of open) {
    const high = low + (weights[index] ?? 0) / total
    if (number < high || index === open.at(-1)) return { index, rest: (number - low) / (high - low) }
    low = high
  }
  throw new Error('Unreachable: the last open target takes what is left.')
}

/** Asks one provider: retries run here, before any strategy moves on. */
function runLeaf(config: Raw, pointer: string, world: World): Answer {
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
