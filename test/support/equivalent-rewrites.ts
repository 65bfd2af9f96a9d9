// Configs written otherwise that do the same: load balancers in another order or nested, fallbacks nested or around one target, and
// conditions that are split, merged or repeated. No circuit breakers: what an open circuit would get goes to its siblings.
import type { Config } from '../../schemas/generated/types.ts'

export interface EquivalentRewrite {
  readonly title: string
  /** The node otherwise; itself where the rewrite does not apply. */
  readonly rewrite: (node: Config) => Config
}

type Targets = readonly Config[]
type Mode = NonNullable<NonNullable<Config['strategy']>['mode']>
type Condition = NonNullable<NonNullable<Config['strategy']>['conditions']>[number]

const onMode =
  (mode: Mode, change: (node: Config, targets: Targets) => Config) =>
  (node: Config): Config =>
    node.strategy?.mode === mode && node.targets !== undefined ? change(node, node.targets) : node

const onConditions = (change: (conditions: readonly Condition[]) => readonly Condition[]) =>
  onMode('conditional', node => ({
    ...node,
    strategy: { ...node.strategy, mode: 'conditional', conditions: change(node.strategy?.conditions ?? []) },
  }))

/** The node as the only target of a strategy, which takes its name and weight. */
const around =
  (strategy: NonNullable<Config['strategy']>) =>
  ({ name, weight, ...node }: Config): Config => ({
    ...(name === undefined ? {} : { name }),
    ...(weight === undefined ? {} : { weight }),
    strategy,
    targets: [node],
  })

const weightOf = ({ weight = 1 }: Config): number => weight

export const equivalentRewrites: readonly EquivalentRewrite[] = [
  { title: 'a fallback around one target', rewrite: around({ mode: 'fallback', on_status_codes: [500] }) },
  { title: 'a load balancer around one target', rewrite: around({ mode: 'loadbalance' }) },
  {
    title: 'the targets of a load balancer in the opposite order',
    rewrite: onMode('loadbalance', (node, targets) => ({ ...node, targets: targets.toReversed() })),
  },
  {
    title: 'the last two targets of a load balancer in one of their own',
    rewrite: onMode('loadbalance', (node, targets) => {
      const [last, before] = targets.toReversed()
      if (last === undefined || before === undefined || targets.length < 3) return node
      const weight = weightOf(before) + weightOf(last)
      if (weight === 0) return node
      const inner: Config = { weight, strategy: { mode: 'loadbalance' }, targets: [before, last] }
      return { ...node, targets: [...targets.slice(0, -2), inner] }
    }),
  },
  {
    title: 'a target of a load balancer twice, with half of its weight each',
    rewrite: onMode('loadbalance', (node, targets) => ({
      ...node,
      targets: targets.flatMap(each => {
        const half = { ...each, weight: weightOf(each) / 2 }
        return [half, half]
      }),
    })),
  },
  {
    title: 'the targets of a fallback after the first in one of their own',
    rewrite: onMode('fallback', (node, [first, ...others]) =>
      first === undefined || others.length === 0
        ? node
        : {
            ...node,
            targets: [
              first,
              {
                strategy: { mode: 'fallback', ...listed(node) },
                targets: others,
              },
            ],
          },
    ),
  },
  {
    title: 'the targets of a fallback before the last in one of their own',
    rewrite: onMode('fallback', (node, targets) => {
      const inner: Config = {
        strategy: { mode: 'fallback', ...listed(node) },
        targets: targets.slice(0, -1),
      }
      return targets.length < 2 ? node : { ...node, targets: [inner, ...targets.slice(-1)] }
    }),
  },
  {
    title: 'a condition with $or as two',
    rewrite: onConditions(conditions =>
      conditions.flatMap(each => {
        const { $or: parts, ...others } = each.query
        return Array.isArray(parts) && Object.keys(others).length === 0
          ? parts.map((query: Condition['query']) => ({ ...each, query }))
          : [each]
      }),
    ),
  },
  {
    title: 'two conditions of one target as one with $or',
    rewrite: onConditions(conditions =>
      conditions.flatMap((each, index) => {
        if (conditions[index - 1]?.then === each.then && index % 2 === 1) return []
        const next = conditions[index + 1]
        return next !== undefined && next.then === each.then && index % 2 === 0
          ? [{ ...each, query: { $or: [each.query, next.query] } }]
          : [each]
      }),
    ),
  },
  {
    title: 'each condition twice',
    rewrite: onConditions(conditions => conditions.flatMap(each => [each, each])),
  },
  {
    title: 'conditions that exclude each other in another order',
    rewrite: onConditions(conditions =>
      conditions.every(({ query }) => typeof query['metadata.plan'] === 'string')
        ? firstOfEach(conditions).toReversed()
        : conditions,
    ),
  },
]

/** The first condition of each query, which decides. */
const firstOfEach = (conditions: readonly Condition[]): readonly Condition[] =>
  conditions.filter(
    ({ query }, index) =>
      conditions.findIndex(each => JSON.stringify(each.query) === JSON.stringify(query)) === index,
  )

/** The statuses of a fallback, wherever they are written, and its kinds of errors. */
const listed = ({
  strategy,
  on_status_codes,
}: Config): Pick<NonNullable<Config['strategy']>, 'on_status_codes' | 'on_errors'> => {
  const codes = strategy?.on_status_codes ?? on_status_codes
  return {
    ...(codes === undefined ? {} : { on_status_codes: codes }),
    ...(strategy?.on_errors === undefined ? {} : { on_errors: strategy.on_errors }),
  }
}

/** The config with a rewrite at every node, or at one of three. */
export const rewritten = (config: Config, { rewrite }: EquivalentRewrite, seed: number): Config => {
  let seen = seed
  const visit = (node: Config): Config => {
    seen += 1
    const below = node.targets === undefined ? node : { ...node, targets: node.targets.map(visit) }
    return seed % 4 === 3 || seen % 3 === 0 ? rewrite(below) : below
  }
  return visit(config)
}

/** The config without circuit breakers. */
export const withoutBreakers = ({ cb_config: _, ...config }: Config): Config => ({
  ...config,
  ...(config.targets && { targets: config.targets.map(withoutBreakers) }),
})
