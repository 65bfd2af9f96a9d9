// Secret references appear in secret properties only: anywhere else they would be sent as they are.

import { joinNames } from '../../../schemas/values/format-names.ts'
import type { Json } from '../../../schemas/values/json.ts'
import { childPointer, formatPointer, type Pointer, parentPointer } from '../../../schemas/values/pointer.ts'
import { SECRET_PROPERTIES } from '../../diagnostics/secret-names.ts'
import type { Rule } from '../nodes/rule-context.ts'
import { secretsOfChecks } from '../secrets/secret-properties.ts'
import { SECRET_REFERENCE_PATTERN } from '../secrets/secret-references.ts'
import { isJsonArray, isJsonObject } from '../values/json-values.ts'

/** The pointers of strings that contain a reference, outside secrets and nested config nodes. */
function* referencesIn(value: Json, pointer: Pointer, secrets: ReadonlySet<Pointer>): Generator<Pointer> {
  if (secrets.has(pointer)) return
  if (typeof value === 'string') {
    if (SECRET_REFERENCE_PATTERN.test(value)) yield pointer
  } else if (isJsonArray(value))
    for (const [index, item] of value.entries())
      yield* referencesIn(item, childPointer(pointer, index), secrets)
  else if (isJsonObject(value))
    for (const [name, item] of Object.entries(value))
      yield* referencesIn(item, childPointer(pointer, name), secrets)
}

/** Whether a string in it contains a reference. Most configs have none, and need no pointers. */
function mentionsReference(value: Json): boolean {
  if (typeof value === 'string') return SECRET_REFERENCE_PATTERN.test(value)
  if (isJsonArray(value)) return value.some(mentionsReference)
  return isJsonObject(value) && Object.values(value).some(mentionsReference)
}

export const referencesAreInSecrets: Rule = (context, report) => {
  const { root, nodes, guards, parsed } = context
  if (!mentionsReference(parsed.value)) return
  // What is in a property that is not known is not read in any case.
  const secrets = new Set([
    ...Array.from(secretsOfChecks(context), ({ pointer }) => pointer),
    ...context.structure.unknown,
  ])
  const checks: SecretsByPointer = new Map(
    guards.definitions.flatMap(guard =>
      guard.checks.map(({ pointer, facts }) => [pointer, facts?.secrets ?? []]),
    ),
  )
  const reportReferences = (value: Json, pointer: Pointer): void => {
    for (const at of referencesIn(value, pointer, secrets)) {
      const message = `"${formatPointer(at)}" contains a secret reference, which is not resolved here and would be sent as is.`
      const secretNames = secretsOfEnclosingCheck(at, checks) ?? SECRET_PROPERTIES
      const notes =
        secretNames.length === 0
          ? []
          : [{ message: `References are allowed in ${joinNames(secretNames, 'and')}.` }]
      report('misplaced-secret-reference', at, message, { notes })
    }
  }
  for (const { value, pointer, targets } of nodes)
    for (const [name, item] of Object.entries(value))
      if (
        !SECRET_PROPERTIES.includes(name) &&
        !(name === 'targets' && targets.length > 0) &&
        // The password of a proxy, which has a rule of its own.
        !(root === 'manifest' && name === 'outbound')
      )
        reportReferences(item, childPointer(pointer, name))
  // Guards of a config are part of its nodes.
  for (const { value, pointer } of root === 'manifest' ? guards.definitions : [])
    reportReferences(value, pointer)
}

type SecretsByPointer = ReadonlyMap<Pointer, readonly string[]>

/** The secret parameters of the check that contains a pointer; undefined outside checks. */
function secretsOfEnclosingCheck(at: Pointer, checks: SecretsByPointer): readonly string[] | undefined {
  let current = at
  while (current !== '' && !checks.has(current)) current = parentPointer(current)
  return checks.get(current)
}
