// A fallback has another target to go on to, and not the one that has just failed.
import { canonicalJson } from '../../../schemas/values/canonical-json.ts'
import type { JsonObject } from '../../../schemas/values/json.ts'
import { childPointer, lastToken, type Pointer } from '../../../schemas/values/pointer.ts'
import { arrayProperty } from '../nodes/config-node.ts'
import type { Rule, RuleContext } from '../nodes/rule-context.ts'
import { strategyMode } from '../nodes/rule-context.ts'
import { isJsonObject } from '../values/json-values.ts'

/** What changes no call. */
const LABELS = new Set(['name', 'weight'])

const textOf = (target: JsonObject): string =>
  canonicalJson(Object.fromEntries(Object.entries(target).filter(([name]) => !LABELS.has(name))))

/** The same with the address and the credentials of a stored provider in place of its slug: two slugs may have the same. */
function callOf(target: JsonObject, { environment }: RuleContext): string {
  const { provider, ...others } = target
  const slug = typeof provider === 'string' && provider.startsWith('@') ? provider.slice(1) : ''
  const stored = Object.hasOwn(environment.providers, slug) ? environment.providers[slug] : undefined
  if (stored === undefined || Object.keys(stored.credentials).length === 0) return textOf(target)
  const { allowedOrigins: _, ...call } = stored
  return textOf({ ...others, call: call as unknown as JsonObject })
}

export const fallbackHasAnotherTarget: Rule = (context, report) => {
  // Warnings of header configs are not shown to anyone.
  if (context.environment.origin === 'request') return
  for (const node of context.nodes) {
    if (strategyMode(context, node) !== 'fallback') continue
    const targets = arrayProperty(node, 'targets') ?? []
    const at = childPointer(node.pointer, 'targets')
    if (targets.length === 1)
      report(
        'never-falls-back',
        at,
        'The fallback has only one target, so there is nothing to fall back on. Add a target, or remove the strategy.',
      )
    const indexAt = (pointer: Pointer): number => Number(lastToken(pointer))
    const seen = new Map<string, Pointer>()
    for (const [index, target] of targets.entries()) {
      if (!isJsonObject(target)) continue
      const pointer = childPointer(at, index)
      const text = callOf(target, context)
      const earlier = seen.get(text)
      seen.set(text, earlier ?? pointer)
      if (earlier === undefined) continue
      const isOtherSlug = textOf(target) !== textOf(targets[indexAt(earlier)] as JsonObject)
      report(
        'repeated-target',
        pointer,
        `The target repeats a call that has failed already${isOtherSlug ? ': its slug has the host and the credential of the other one' : ''}. To call a target again, set its "retry".`,
        { notes: [{ at: earlier, message: 'the same target is here' }] },
      )
    }
  }
}
