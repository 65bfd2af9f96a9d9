// Rules about caches.

import { configDefaults } from '../../../schemas/generated/facts.ts'
import type { Json, JsonObject } from '../../../schemas/values/json.ts'
import { childPointer } from '../../../schemas/values/pointer.ts'
import {
  type ConfigNode,
  hasProperty,
  isLeaf,
  nearestWithProperty,
  numberProperty,
  objectProperty,
} from '../nodes/config-node.ts'
import { effectiveOverrides, OVERRIDES, overridingNode } from '../nodes/overrides.ts'
import { providerSpecsOf, type Rule, strategyMode } from '../nodes/rule-context.ts'
import { isJsonArray, isJsonObject, ownProperty } from '../values/json-values.ts'

/** A semantic cache requires an embeddings provider in the manifest. */
export const semanticCacheHasEmbeddings: Rule = ({ nodes, environment }, report) => {
  if (environment.semantic === true || environment.hasInvalidManifest) return
  const reason = {
    project: 'the manifest configures none. Add "cache.semantic" to it, or use "simple".',
    request: 'the gateway has none. Use "simple".',
    stored: 'the gateway has none. Use "simple".',
    file: 'a file without a manifest has none. Use "simple".',
  }[environment.origin]
  for (const node of nodes)
    if (ownProperty(objectProperty(node, 'cache'), 'mode') === 'semantic')
      report(
        'semantic-without-embeddings',
        childPointer(childPointer(node.pointer, 'cache'), 'mode'),
        `Mode "semantic" requires an embeddings provider, and ${reason}`,
      )
}

/** Above this temperature, replies to the same request are meant to vary. */
const MAX_STABLE_TEMPERATURE = 0.5

const isNonEmptyList = (value: Json): boolean => isJsonArray(value) && value.length > 0
const forcesTool = (value: Json): boolean => isJsonObject(value) || value === 'required' || value === 'any'

const TOOLS: Readonly<Record<string, (value: Json) => boolean>> = {
  tools: isNonEmptyList,
  functions: isNonEmptyList,
  tool_choice: forcesTool,
  function_call: forcesTool,
}

/** A cached reply is a valid replacement for a new one: not where randomness is requested, nor where a tool is to be called again. */
export const cachedReplyIsSafe: Rule = ({ nodes }, report) => {
  const known = new Map<ConfigNode, JsonObject>()
  for (const node of nodes) {
    const holderNode = isLeaf(node) ? nearestWithProperty(node, 'cache') : undefined
    if (holderNode === undefined || objectProperty(holderNode, 'cache') === undefined) continue
    const cachedNote = {
      notes: [{ at: { key: childPointer(holderNode.pointer, 'cache') }, message: 'replies are cached here' }],
    }
    for (const [name, value] of Object.entries(effectiveOverrides(node, known))) {
      const at = childPointer(childPointer(overridingNode(node, name).pointer, OVERRIDES), name)
      if (name === 'temperature' && typeof value === 'number' && value > MAX_STABLE_TEMPERATURE)
        report(
          'cache-repeats-chance',
          at,
          `With a temperature of ${value} replies to the same request are meant to vary, but the cache repeats one of them.`,
          cachedNote,
        )
      if (Object.hasOwn(TOOLS, name) && TOOLS[name]?.(value) === true)
        report(
          'cache-repeats-tools',
          { key: at },
          `"${name}" makes replies call tools, and the cache would repeat a tool call that was made for another caller.`,
          cachedNote,
        )
    }
  }
}

const leavesOf = (node: ConfigNode): readonly ConfigNode[] =>
  isLeaf(node) ? [node] : node.targets.flatMap(leavesOf)

/** With weights and a cache, hits are not forwarded, so the traffic split differs from the weights. */
export const cacheSkewsWeights: Rule = (context, report) => {
  for (const node of context.nodes) {
    const weightedTarget = node.targets.find(target => hasProperty(target, 'weight'))
    const weights = new Set(
      node.targets.map(target => numberProperty(target, 'weight') ?? configDefaults.weight),
    )
    if (weightedTarget === undefined || weights.size < 2 || strategyMode(context, node) !== 'loadbalance')
      continue
    const holders = leavesOf(node).flatMap(leaf => nearestWithProperty(leaf, 'cache') ?? [])
    const holderNode = holders.find(each => objectProperty(each, 'cache') !== undefined)
    if (holderNode === undefined) continue
    report(
      'cache-skews-weights',
      { key: childPointer(holderNode.pointer, 'cache') },
      'Each target has its own cache and hits are not forwarded, so the traffic split will differ from the weights: the target with more traffic has more hits.',
      {
        notes: [
          { at: { key: childPointer(weightedTarget.pointer, 'weight') }, message: 'weights are set here' },
        ],
      },
    )
  }
}

/** Replies of the audio endpoints are passed through and never cached. */
const isCacheable = (route: string): boolean => !route.startsWith('audio/')

const hasMessages = (route: string): boolean => /^(?:chat\/)?completions$/.test(route)

/** A cache is set only where replies are cacheable: the provider has a cacheable endpoint, and for semantic caches one with messages. */
export const cacheCanHit: Rule = (context, report) => {
  for (const node of context.nodes) {
    const holderNode = isLeaf(node) ? nearestWithProperty(node, 'cache') : undefined
    const cache = holderNode && objectProperty(holderNode, 'cache')
    const specs = ownProperty(node.value, 'passthrough') === true ? [] : providerSpecsOf(context, node)
    const [spec] = specs
    if (holderNode === undefined || cache === undefined || spec?.served !== true) continue
    const routes = specs.flatMap(each => Object.keys(each.routes))
    const at = childPointer(holderNode.pointer, 'cache')
    if (!routes.some(isCacheable))
      report(
        'cache-never-hits',
        { key: at },
        `${spec.name} has no cacheable endpoint, so the cache never hits.`,
      )
    else if (ownProperty(cache, 'mode') === 'semantic' && !routes.some(hasMessages))
      report(
        'cache-never-hits',
        childPointer(at, 'mode'),
        `A semantic cache applies to chats and completions, and ${spec.name} has neither. Use "simple".`,
      )
  }
}
