// Small changes of generated configs, as people make them: another model, one more retry, other weights, a target more.
import fc from 'fast-check'
import type { Config } from '../../schemas/generated/types.ts'

/** A node of a config by its place in the order of the file. */
function changeAt(config: Config, wanted: number, change: (node: Config) => Config): Config {
  let seen = 0
  const visit = (node: Config): Config => {
    seen += 1
    if (seen - 1 === wanted) return change(node)
    return node.targets === undefined ? node : { ...node, targets: node.targets.map(visit) }
  }
  return visit(config)
}

const countNodes = (config: Config): number =>
  1 + (config.targets ?? []).reduce((sum, target) => sum + countNodes(target), 0)

const CHANGES: readonly ((node: Config) => Config)[] = [
  node => ({ ...node, override_params: { ...node.override_params, temperature: 0.5 } }),
  node => ({ ...node, retry: { attempts: ((node.retry?.attempts ?? 0) + 1) % 3 } }),
  node => ({ ...node, request_timeout: 777 }),
  node => (node.targets === undefined ? { ...node, provider: '@slow' } : node),
  ({ targets, ...node }) =>
    targets === undefined || node.strategy?.mode !== 'loadbalance'
      ? { ...node, ...(targets && { targets }) }
      : { ...node, targets: targets.map((each, index) => ({ ...each, weight: index + 1 })) },
  ({ targets, ...node }) =>
    targets === undefined || node.strategy?.mode !== 'fallback'
      ? { ...node, ...(targets && { targets }) }
      : { ...node, targets: [...targets, { provider: '@slow' }] },
  ({ targets, ...node }) =>
    targets === undefined || node.strategy?.mode !== 'conditional'
      ? { ...node, ...(targets && { targets }) }
      : { ...node, targets, strategy: { ...node.strategy, default: targets.at(-1)?.name ?? '' } },
  node =>
    node.strategy?.mode === 'conditional'
      ? {
          ...node,
          strategy: {
            ...node.strategy,
            conditions: (node.strategy.conditions ?? []).map((each, index) =>
              index === 0 ? { ...each, query: { 'metadata.plan': 'paid' } } : each,
            ),
          },
        }
      : node,
]

/** A config, and the same config with up to two changes. */
export const changedConfigs = (configs: fc.Arbitrary<Config>): fc.Arbitrary<readonly [Config, Config]> =>
  fc
    .tuple(configs, fc.array(fc.tuple(fc.nat(1000), fc.nat(CHANGES.length - 1)), { maxLength: 2 }))
    .map(([config, changes]) => [
      config,
      changes.reduce(
        (changed, [place, index]) =>
          changeAt(changed, place % countNodes(changed), CHANGES[index] ?? (node => node)),
        config,
      ),
    ])
