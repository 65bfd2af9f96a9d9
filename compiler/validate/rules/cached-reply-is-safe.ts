// A cached reply is a valid replacement for a new one: not where randomness is requested, nor where a tool is to
// be called again.

import type { Json, JsonObject } from '../../../schemas/values/json.ts'
import { childPointer } from '../../../schemas/values/pointer.ts'
import { type ConfigNode, isLeaf, nearestWithProperty, objectProperty } from '../nodes/config-node.ts'
import { effectiveOverrides, OVERRIDES, overridingNode } from '../nodes/overrides.ts'
import type { Rule } from '../nodes/rule-context.ts'
import { isJsonArray, isJsonObject } from '../values/json-values.ts'

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
