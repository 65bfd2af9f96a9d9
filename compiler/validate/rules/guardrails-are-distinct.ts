// A guardrail runs once per list: ids in a list are distinct, and none repeats a gateway-wide guardrail.
import { quoteName } from '../../../schemas/values/format-names.ts'
import { childPointer, type Pointer, parentPointer } from '../../../schemas/values/pointer.ts'
import type { GuardHook } from '../nodes/guards.ts'
import type { Rule } from '../nodes/rule-context.ts'
import { ownProperty } from '../values/json-values.ts'

interface GuardrailUse {
  readonly id: string
  readonly at: Pointer
  readonly list: Pointer
}

/** Of the list of an API key, not of the manifest itself. */
const isOfKey = (pointer: Pointer): boolean => pointer.startsWith('/api_keys/')

export const guardrailsAreDistinct: Rule = ({ guards, environment, root }, report) => {
  const first = new Map<string, Pointer>()
  const wideBy = (hook: GuardHook): readonly string[] =>
    guards.references.flatMap(({ name, hook: of, pointer }) =>
      of === hook && root === 'manifest' && !isOfKey(pointer) ? [name] : [],
    )
  const gatewayWide = {
    request: environment.guards?.before ?? wideBy('request'),
    reply: environment.guards?.after ?? wideBy('reply'),
  }
  const definitionUses = guards.definitions.flatMap(({ pointer, value, hook }): readonly GuardrailUse[] => {
    const id = ownProperty(value, 'id')
    if (hook === undefined || typeof id !== 'string' || id === '') return []
    return [{ id, at: childPointer(pointer, 'id'), list: parentPointer(pointer) }]
  })
  const referenceUses = guards.references.map(
    ({ name, pointer }): GuardrailUse => ({ id: name, at: pointer, list: parentPointer(pointer) }),
  )
  for (const { id, at, list } of [...definitionUses, ...referenceUses]) {
    const earlier = first.get(`${list} ${id}`)
    if (earlier === undefined) first.set(`${list} ${id}`, at)
    else
      report('duplicate-guardrail', at, `Two guardrails of this list have the id ${quoteName(id)}.`, {
        notes: [{ at: earlier, message: 'another is here' }],
      })
  }
  for (const { name, hook, pointer } of guards.references)
    if (gatewayWide[hook].includes(name) && (root !== 'manifest' || isOfKey(pointer)))
      report(
        'duplicate-guardrail',
        pointer,
        root === 'manifest'
          ? `The guardrail ${quoteName(name)} has no effect here: the manifest applies it to every ${hook}.`
          : `The guardrail ${quoteName(name)} runs twice: the manifest applies it to every ${hook}.`,
      )
}
