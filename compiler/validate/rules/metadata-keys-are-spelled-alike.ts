// A key of metadata is spelled alike in all queries of a source: requests have it in one spelling.
import { quoteName } from '../../../schemas/values/format-names.ts'
import type { Pointer } from '../../../schemas/values/pointer.ts'
import { metadataKeysOf } from '../nodes/manifest-parts.ts'
import { queryParts } from '../nodes/query-parts.ts'
import type { Rule } from '../nodes/rule-context.ts'
import { replaceWith } from '../reporting/replacement-fix.ts'

const KEY = /^metadata\.([^.]+)$/

const foldCase = (key: string): string => key.replaceAll(/[-_ ]/g, '').toLowerCase()

export const metadataKeysAreSpelledAlike: Rule = (context, report) => {
  // Warnings of header configs are not shown to anyone.
  if (context.environment.origin === 'request') return
  const { parsed } = context
  const first = new Map<string, { readonly key: string; readonly at: Pointer }>()
  const isInManifest = context.root === 'manifest'
  const inQueries = Array.from(queryParts(context)).flatMap(part => {
    const key = part.part === 'field' ? KEY.exec(part.name)?.[1] : undefined
    return key === undefined ? [] : [{ key, at: part.pointer, isName: true }]
  })
  const inPolicies = isInManifest ? metadataKeysOf(parsed.value) : []
  for (const { key, at, isName } of [...inQueries, ...inPolicies.map(each => ({ ...each, isName: false }))]) {
    const earlier = first.get(foldCase(key))
    if (earlier === undefined) first.set(foldCase(key), { key, at })
    else if (earlier.key !== key) {
      const place = isName ? { key: at } : at
      report(
        'two-spellings',
        place,
        `Requests have the metadata ${quoteName(key)} or ${quoteName(earlier.key)}, and both are read in this file.`,
        {
          notes: [{ at: { key: earlier.at }, message: `${quoteName(earlier.key)} is read here` }],
          fix: replaceWith(parsed, place, `metadata.${key}`, `metadata.${earlier.key}`),
        },
      )
    }
  }
}
