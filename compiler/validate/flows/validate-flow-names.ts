// What rules of flows name occurs in the project: a secret that nothing is bound to and a key of metadata that nothing else reads are
// probably misspelled, and then the rule protects nothing.
import { quoteName } from '../../../schemas/values/format-names.ts'
import type { Json } from '../../../schemas/values/json.ts'
import { childPointer, type Pointer } from '../../../schemas/values/pointer.ts'
import { didYouMean, editDistance, suggest } from '../../../schemas/values/suggest.ts'
import type { ParsedSource } from '../../source.ts'
import { replaceWithOnly } from '../reporting/replacement-fix.ts'
import type { ReportAt } from '../reporting/report.ts'
import { isJsonArray, isJsonObject, ownProperty } from '../values/json-values.ts'

const REFERENCE = /\$\{(?:env|file|secret):[^}]+\}/g
/** A key that ends with a colon is reported where it is read. */
const METADATA = /^metadata\.([^.[\]]*[^.[\]:])$/
const MAX_EDITS = 2

export function validateFlowNames(manifest: ParsedSource, configs: readonly Json[], report: ReportAt): void {
  const rules = ownProperty(manifest.value, 'flows')
  if (!isJsonArray(rules) || rules.length === 0 || !isJsonObject(manifest.value)) return
  const { flows: _, ...settings } = manifest.value
  const references = new Set<string>()
  const keys = new Set<string>()
  for (const value of [settings, ...configs]) collect(value, references, keys)
  for (const [index, rule] of rules.entries()) {
    const at = childPointer('/flows', index)
    const secrets = ownProperty(rule, 'secrets')
    for (const [item, name] of (isJsonArray(secrets) ? secrets : []).entries()) {
      if (typeof name !== 'string' || name.startsWith('@') || references.has(name)) continue
      const pointer = childPointer(childPointer(at, 'secrets'), item)
      const near = suggest(name, references)
      report(
        'flow-names-nothing',
        pointer,
        `Nothing in the project is bound to ${quoteName(name)}, so the rule is about no secret.${didYouMean(near)}`,
        { fix: replaceWithOnly(manifest, pointer, name, near) },
      )
    }
    for (const { key, pointer } of metadataKeys(
      ownProperty(rule, 'when') ?? null,
      childPointer(at, 'when'),
    )) {
      if (keys.has(key)) continue
      const near = suggest(key, keys).filter(other => editDistance(key, other, MAX_EDITS) <= MAX_EDITS)
      const names = near.map(other => `metadata.${other}`)
      if (near.length === 0) continue
      report(
        'flow-never-met',
        { key: pointer },
        `Nothing else in the project reads ${quoteName(`metadata.${key}`)}, so the rule may never apply.${didYouMean(names)}`,
        { fix: replaceWithOnly(manifest, { key: pointer }, undefined, names) },
      )
    }
  }
}

/** The references in strings, and the keys of metadata: those that queries read, and those of keys and policies. */
function collect(value: Json, references: Set<string>, keys: Set<string>): void {
  if (typeof value === 'string')
    for (const [reference] of value.matchAll(REFERENCE)) references.add(reference)
  if (isJsonArray(value)) for (const item of value) collect(item, references, keys)
  if (!isJsonObject(value)) return
  for (const [name, item] of Object.entries(value)) {
    const key = METADATA.exec(name)?.[1]
    if (key !== undefined) keys.add(key)
    if (name === 'metadata' && isJsonObject(item)) for (const each of Object.keys(item)) keys.add(each)
    collect(item, references, keys)
  }
}

function* metadataKeys(
  query: Json,
  at: Pointer,
): Generator<{ readonly key: string; readonly pointer: Pointer }> {
  if (isJsonArray(query))
    for (const [index, item] of query.entries()) yield* metadataKeys(item, childPointer(at, index))
  if (!isJsonObject(query)) return
  for (const [name, item] of Object.entries(query)) {
    const pointer = childPointer(at, name)
    const key = METADATA.exec(name)?.[1]
    if (key !== undefined) yield { key, pointer }
    else if (name.startsWith('$')) yield* metadataKeys(item, pointer)
  }
}
