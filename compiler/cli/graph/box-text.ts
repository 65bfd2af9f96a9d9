// The lines in the box of a node. No credentials, and no values of overrides but the model.
import type {
  Binding,
  CacheNode,
  CallNode,
  Gateway,
  GuardNode,
  GuardUse,
  PlanNode,
} from '../../../schemas/generated/types.ts'
import { pluralize } from '../../../schemas/values/format-names.ts'
import { formatPool, poolOf } from '../../facts/pool-members.ts'
import { formatTrigger, neverTriggers } from '../../plan/trigger.ts'
import { formatMilliseconds } from '../../validate/reporting/format-bound.ts'
import type { BoxLine } from './picture.ts'

export interface BoxText {
  readonly title: string
  readonly lines: readonly BoxLine[]
}

export function boxText(node: PlanNode, gateway: Pick<Gateway, 'pools'>): BoxText {
  switch (node.kind) {
    case 'call':
      return { title: targetName(node), lines: [...poolLines(node, gateway), ...callLines(node)] }
    case 'loadbalance':
      return { title: 'split by weight', lines: [] }
    case 'conditional':
      return { title: 'by condition', lines: [{ text: 'the first that holds' }] }
    case 'fallback':
      return { title: 'fallback', lines: [{ text: `${node.children.length} targets in this order` }] }
    case 'cache':
      return { title: 'cache', lines: wrapperLines(node) }
    case 'guard':
      return { title: 'guardrails', lines: wrapperLines(node) }
  }
}

/** What is around a call, as lines for the box of the call. */
export const wrapperLines = (node: CacheNode | GuardNode): readonly BoxLine[] =>
  node.kind === 'cache'
    ? [{ text: `${node.mode} cache for ${formatSeconds(node.maxAge)}`, mark: 'cache' }]
    : [
        ...node.before.map(use => ({ text: `requests: ${guardName(use)}`, mark: 'guard' as const })),
        ...node.after.map(use => ({ text: `replies: ${guardName(use)}`, mark: 'guard' as const })),
      ]

const UNITS = [
  [86_400, 'd'],
  [3_600, 'h'],
  [60, 'min'],
] as const

/** Whole days, hours or minutes where the seconds are such. */
function formatSeconds(seconds: number): string {
  const [size, unit] = UNITS.find(([each]) => seconds % each === 0) ?? [1, 's']
  return `${seconds / size} ${unit}`
}

function targetName({ binding, overrides }: CallNode): string {
  const model = overrides['model']
  return [providerOf(binding), ...(typeof model === 'string' ? [model] : [])].join(' ')
}

function providerOf(binding: Binding): string {
  if (binding.from === 'slug') return `@${binding.slug}`
  return binding.from === 'own' ? binding.provider : 'provider of the request'
}

const hostOf = (binding: Binding): string | undefined =>
  binding.from === 'own' ? (binding.custom ? binding.baseUrl : undefined) : binding.customHost

/** The members of a pool. */
function poolLines({ binding, overrides }: CallNode, gateway: Pick<Gateway, 'pools'>): readonly BoxLine[] {
  const pool = binding.from === 'slug' ? poolOf(binding.slug, gateway) : undefined
  return pool === undefined ? [] : [{ text: formatPool(pool, overrides['model']) }]
}

function callLines({ binding, attempt, breaker, overrides }: CallNode): readonly BoxLine[] {
  const host = hostOf(binding)
  const { model: _model, ...others } = overrides
  const names = Object.keys(others).sort()
  const limits = [
    ...(attempt.retries === 0
      ? []
      : [
          `${pluralize(attempt.retries, 'retry').replace('retrys', 'retries')} on ${neverTriggers(attempt) ? 'network failures' : formatTrigger(attempt)}`,
        ]),
    ...(attempt.timeout === undefined ? [] : [`timeout ${formatMilliseconds(attempt.timeout)}`]),
  ]
  return [
    ...(host === undefined ? [] : [{ text: URL.canParse(host) ? new URL(host).host : host }]),
    ...limits.map(text => ({ text })),
    ...(breaker === undefined
      ? []
      : [
          {
            text: `circuit opens after ${pluralize(breaker.threshold, 'failure')} for ${formatMilliseconds(breaker.cooldown)}`,
            mark: 'breaker' as const,
          },
        ]),
    ...(names.length === 0 ? [] : [{ text: `sets ${names.join(', ')}` }]),
  ]
}

const guardName = ({ id, deny, async, checks }: GuardUse): string =>
  [
    id === '' ? checks.map(check => check.id.replace(/^default\./, '')).join(', ') : id,
    ...(deny === 'never' ? [] : ['denies']),
    ...(async ? ['beside'] : []),
  ].join(' ')
