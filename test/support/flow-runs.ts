// What generated configs really send where: runs of the naive interpreter, with the secrets and origins of each call, as a list of pairs.
// Shares nothing with compiler/analyse.
import type { FlowRule } from '../../schemas/generated/types.ts'
import { interpret } from './naive-interpreter.ts'
import { queryHolds } from './naive-query.ts'
import type {
  AttemptOutcome,
  RoutedRequest,
  RoutingEnvironment,
  UpstreamCall,
} from './routing-environment.ts'

/** The stored providers of the runs: where each is, and where else its key may go. */
const STORED = {
  fast: { secret: 'env:FAST_KEY', origins: ['https://api.openai.com', 'https://models.example.com'] },
  slow: { secret: 'env:SLOW_KEY', origins: ['https://api.anthropic.com'] },
} as const

export const FLOW_MANIFEST = {
  providers: {
    fast: { provider: 'openai', api_key: '${env:FAST_KEY}', allowed_hosts: ['https://models.example.com'] },
    slow: { provider: 'anthropic', api_key: '${env:SLOW_KEY}' },
  },
}

export interface RealFlow {
  readonly pointer: string
  /** `messages`, or a secret as it is referenced. */
  readonly carried: string
  readonly slug?: string
  readonly origin: string
}

const originOf = (url: string): string => /^[^/]*\/\/[^/]*/.exec(url)?.[0] ?? ''

/** Nothing for a key that may not go where the config points. */
function flowsOfCall({ pointer, target }: UpstreamCall): readonly RealFlow[] {
  if (target.from === 'request') return []
  if (target.from === 'own') {
    const origin = originOf(target.host)
    const secrets = Object.values(target.secrets).map(text => text.replace(/ to .*$/, ''))
    return [...secrets, 'messages'].map(carried => ({ pointer, carried, origin }))
  }
  const { secret, origins } = target.name === 'fast' ? STORED.fast : STORED.slow
  const origin = target.host === '' ? origins[0] : originOf(target.host)
  if (!origins.some(each => each === origin)) return []
  return [
    { pointer, carried: secret, slug: target.name, origin },
    { pointer, carried: 'messages', origin },
  ]
}

export interface FlowRun {
  readonly incoming: RoutedRequest
  readonly draws: readonly number[]
  readonly outcomeOf: (call: UpstreamCall) => AttemptOutcome
  readonly isOpen: (pointer: string) => boolean
}

export function realFlows(
  config: object,
  { incoming, draws, outcomeOf, isOpen }: FlowRun,
): readonly RealFlow[] {
  const flows: RealFlow[] = []
  let drawn = 0
  const environment: RoutingEnvironment = {
    isOpen,
    denies: () => false,
    draw: () => {
      drawn += 1
      return draws[(drawn - 1) % draws.length] ?? 0
    },
    call: call => {
      flows.push(...flowsOfCall(call))
      return outcomeOf(call)
    },
  }
  interpret(config, incoming, environment)
  return flows
}

/** Whether a real flow breaks a rule whose hosts are written as names. */
export function breaks(
  { when, data, secrets, only }: FlowRule,
  flow: RealFlow,
  incoming: RoutedRequest,
): boolean {
  if (when !== undefined && !queryHolds(when, incoming)) return false
  const isAbout =
    (data === undefined && secrets === undefined) ||
    (flow.carried === 'messages'
      ? data?.includes('messages') === true
      : secrets?.some(name => name === `@${flow.slug}` || name === `\${${flow.carried}}`) === true)
  return isAbout && !only.includes(flow.origin.replace(/^.*\/\/|:\d+$/g, ''))
}
