// References within a schema: `#`, or `#` and a JSON Pointer, percent-encoded.
import type { Json, JsonObject } from '../../../../schemas/values/json.ts'

export interface ResolvedSchema {
  readonly schema: Json
  /** The pointer of the schema; `''` is the root. */
  readonly pointer: string
}

export function resolvePointer(root: Json, reference: string): ResolvedSchema | undefined {
  const pointer = reference.startsWith('#') ? unescapeFragment(reference.slice(1)) : undefined
  if (pointer === '') return { schema: root, pointer }
  if (pointer === undefined || !pointer.startsWith('/')) return undefined
  const steps = pointer
    .slice(1)
    .split('/')
    .map(step => step.replaceAll('~1', '/').replaceAll('~0', '~'))
  let schema: Json | undefined = root
  for (const step of steps) {
    if (typeof schema !== 'object' || schema === null || !Object.hasOwn(schema, step)) return undefined
    schema = (schema as JsonObject)[step]
  }
  return schema === undefined ? undefined : { schema, pointer }
}

function unescapeFragment(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}
