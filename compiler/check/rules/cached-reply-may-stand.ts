// A cached reply is a valid replacement for a new one: not where randomness is requested, nor where a tool is to
// be called again.
import { child } from '../../pointer.ts'
import type { Json, JsonObject } from '../../source.ts'
import { isList, isObject } from '../kind.ts'
import { OVERRIDES, overriderOf, overridesOf } from '../overrides.ts'
import type { Rule } from '../rule.ts'
import { holderOf, isLeaf, objectOf, type Site } from '../site.ts'

/** Above this temperature, replies to the same request are meant to vary. */
const CALM = 0.5

const holdsItems = (value: Json): boolean => isList(value) && value.length > 0
const forces = (value: Json): boolean => isObject(value) || value === 'required' || value === 'any'

const TOOLS: Readonly<Record<string, (value: Json) => boolean>> = {
  tools: holdsItems,
  functions: holdsItems,
  tool_choice: forces,
  function_call: forces,
}

export const cachedReplyMayStand: Rule = ({ sites }, tell) => {
  const known = new Map<Site, JsonObject>()
  for (const site of sites) {
    const holder = isLeaf(site) ? holderOf(site, 'cache') : undefined
    if (holder === undefined || objectOf(holder, 'cache') === undefined) continue
    const cached = {
      notes: [{ at: { key: child(holder.pointer, 'cache') }, message: 'replies are cached here' }],
    }
    for (const [name, value] of Object.entries(overridesOf(site, known))) {
      const at = child(child(overriderOf(site, name).pointer, OVERRIDES), name)
      if (name === 'temperature' && typeof value === 'number' && value > CALM)
        tell(
          'cache-repeats-chance',
          at,
          `With a temperature of ${value} replies to the same request are meant to vary, but the cache repeats one of them.`,
          cached,
        )
      if (Object.hasOwn(TOOLS, name) && TOOLS[name]?.(value) === true)
        tell(
          'cache-repeats-tools',
          { key: at },
          `"${name}" makes replies call tools, and the cache would repeat a tool call that was made for another caller.`,
          cached,
        )
    }
  }
}
