// References within a schema: `#`, or `#` and a JSON Pointer, percent-encoded.
import type { Json, JsonObject } from '../../../../compiler/source.ts'

export interface Resolved {
  readonly schema: Json
  /** The pointer of the schema; `''` is the root. */
  readonly at: string
}

export function resolvePointer(root: Json, reference: string): Resolved | undefined {
  const at = reference.startsWith('#') ? unescaped(reference.slice(1)) : undefined
  if (at === '') return { schema: root, at }
  if (at === undefined || !at.startsWith('/')) return undefined
  const steps = at
    .slice(1)
    .split('/')
    .map(step => step.replaceAll('~1', '/').replaceAll('~0', '~'))
  let schema: Json | undefined = root
  for (const step of steps) {
    if (typeof schema !== 'object' || schema === null || !Object.hasOwn(schema, step)) return undefined
    schema = (schema as JsonObject)[step]
  }
  return schema === undefined ? undefined : { schema, at }
}

function unescaped(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}
