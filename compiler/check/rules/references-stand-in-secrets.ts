// Secret references appear in secret properties only: anywhere else they would be sent as they are.
import { SECRET_PROPERTIES } from '../../diagnostics/secret-names.ts'
import { listed } from '../../diagnostics/words.ts'
import { child, human, type Pointer, parent } from '../../pointer.ts'
import type { Json } from '../../source.ts'
import { isList, isObject } from '../kind.ts'
import { NAMES_A_REFERENCE } from '../reference-forms.ts'
import type { Rule } from '../rule.ts'
import { slotsOfChecks } from '../secret-slots.ts'

/** The pointers of strings that contain a reference, outside secrets and nested config nodes. */
function* referencesIn(value: Json, pointer: Pointer, secrets: ReadonlySet<Pointer>): Generator<Pointer> {
  if (secrets.has(pointer)) return
  if (typeof value === 'string') {
    if (NAMES_A_REFERENCE.test(value)) yield pointer
  } else if (isList(value))
    for (const [index, item] of value.entries()) yield* referencesIn(item, child(pointer, index), secrets)
  else if (isObject(value))
    for (const [name, item] of Object.entries(value)) yield* referencesIn(item, child(pointer, name), secrets)
}

export const referencesStandInSecrets: Rule = (subject, tell) => {
  const { of, sites, guards } = subject
  const secrets = new Set(Array.from(slotsOfChecks(subject), ({ pointer }) => pointer))
  const checks: SecretsByPlace = new Map(
    guards.written.flatMap(guard =>
      guard.checks.map(({ pointer, facts }) => [pointer, facts?.secrets ?? []]),
    ),
  )
  const tellOf = (value: Json, pointer: Pointer): void => {
    for (const at of referencesIn(value, pointer, secrets)) {
      const where = `"${human(at)}" contains a secret reference, which is not resolved here and would be sent as is.`
      const holders = secretsAround(at, checks) ?? SECRET_PROPERTIES
      const notes =
        holders.length === 0 ? [] : [{ message: `References are allowed in ${listed(holders, 'and')}.` }]
      tell('misplaced-secret-reference', at, where, { notes })
    }
  }
  for (const { value, pointer, targets } of sites)
    for (const [name, item] of Object.entries(value))
      if (!SECRET_PROPERTIES.includes(name) && !(name === 'targets' && targets.length > 0))
        tellOf(item, child(pointer, name))
  // Guards of a config are part of its nodes.
  for (const { value, pointer } of of === 'manifest' ? guards.written : []) tellOf(value, pointer)
}

type SecretsByPlace = ReadonlyMap<Pointer, readonly string[]>

/** The secret parameters of the check that contains a pointer; undefined outside checks. */
function secretsAround(at: Pointer, checks: SecretsByPlace): readonly string[] | undefined {
  let place = at
  while (place !== '' && !checks.has(place)) place = parent(place)
  return checks.get(place)
}
