// The calls that a config makes by what its strategies mean, for the cases of an imported project: written apart from the compiler, so
// that the cases test it.
import { asList, asObject, isObject, type Json, type JsonObject } from '../../schemas/values/json.ts'
import type { ExpectedCall } from './project-draft.ts'

/** Statuses that are retried and of which a case sends one. */
const FAILURE = 500

/** Settings that targets inherit, and that decide about calls. */
interface Inherited {
  readonly attempts: number
  readonly model: string | undefined
}

/** The first calls of a request that names `model`, or all of them if every call fails. Undefined where that is not decided here. */
export function plannedCalls(
  config: Json,
  model: string,
  fails: boolean,
): readonly ExpectedCall[] | undefined {
  // A denial of a reply is a failure, too, which a case does not send.
  if (isObject(config) && hasReplyGuards(config) && JSON.stringify(config).includes('"fallback"'))
    return undefined
  return callsOf(asObject(config), { attempts: 0, model: undefined }, model, fails)
}

function callsOf(
  node: JsonObject,
  above: Inherited,
  model: string,
  fails: boolean,
): readonly ExpectedCall[] | undefined {
  if (
    ['cb_config', 'input_guardrails', 'before_request_hooks', 'passthrough', 'prompt_id'].some(
      name => node[name] !== undefined,
    )
  )
    return undefined
  const own = asObject(node['override_params'])['model']
  const inherited: Inherited = {
    attempts: isObject(node['retry']) ? attemptsOf(node['retry']) : above.attempts,
    model: typeof own === 'string' ? own : above.model,
  }
  const strategy = asObject(node['strategy'])
  const targets = asList(node['targets']).map(asObject)
  const below = (target: JsonObject | undefined): readonly ExpectedCall[] | undefined =>
    target && callsOf(target, inherited, model, fails)
  switch (strategy['mode']) {
    case 'loadbalance':
      return below(targets.find(({ weight }) => weight !== 0))
    case 'conditional':
      return readsMetadataOnly(strategy)
        ? below(targets.find(({ name }) => name === strategy['default']))
        : undefined
    case 'fallback': {
      if (!fails) return below(targets[0])
      const codes = strategy['on_status_codes']
      const moves =
        strategy['on_errors'] === undefined && (codes === undefined || asList(codes).includes(FAILURE))
      const all = (moves ? targets : targets.slice(0, 1)).map(below)
      return all.every(each => each !== undefined) ? all.flat() : undefined
    }
    default:
      return targets.length > 0 ? below(targets[0]) : leafCalls(node, inherited, model, fails)
  }
}

const hasReplyGuards = (config: JsonObject): boolean =>
  /"(?:output_guardrails|after_request_hooks)":/.test(JSON.stringify(config))

function leafCalls(
  { provider }: JsonObject,
  { attempts, model: set }: Inherited,
  model: string,
  fails: boolean,
): readonly ExpectedCall[] | undefined {
  const own = typeof provider === 'string' && provider.startsWith('@') ? provider.slice(1) : undefined
  if (own === undefined) return undefined
  const call = { slug: own, model: set ?? model }
  return Array.from({ length: fails ? 1 + attempts : 1 }, () => call)
}

const attemptsOf = (retry: JsonObject): number => {
  const codes = retry['on_status_codes']
  return codes === undefined || asList(codes).includes(FAILURE) ? Number(retry['attempts'] ?? 0) : 0
}

/** Conditions that a request without metadata does not meet. */
const readsMetadataOnly = ({ conditions }: JsonObject): boolean =>
  asList(conditions).every(condition => {
    const query = asObject(asObject(condition)['query'])
    return Object.keys(query).length > 0 && Object.keys(query).every(key => key.startsWith('metadata.'))
  })
