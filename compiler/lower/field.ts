// The keys of a query name fields of the request: `metadata.<key>`, `params.<path>`, `url.pathname`. A metadata
// key is one name including dots; a params path descends by dots into objects and by [n] into arrays.
import type { queryContexts } from '../../schemas/generated/facts.ts'
import type { Field } from '../../schemas/generated/types.ts'

type Context = (typeof queryContexts)[number]

const FIELD_OF_CONTEXT: { readonly [context in Context]: (suffix: string) => Field } = {
  metadata: suffix => ({ from: 'metadata', path: [suffix] }),
  params: suffix => ({ from: 'params', path: pathOf(suffix) }),
  'url.pathname': () => ({ from: 'path', path: [] }),
}

/** The field a key names, or undefined where it names none of the contexts. */
export function fieldOf(key: string): Field | undefined {
  for (const [context, field] of Object.entries(FIELD_OF_CONTEXT)) {
    if (key === context) return field('')
    if (context !== 'url.pathname' && key.startsWith(`${context}.`))
      return field(key.slice(context.length + 1))
  }
  return undefined
}

const pathOf = (text: string): readonly (string | number)[] =>
  Array.from(text.matchAll(/\[(\d+)\]|[^.[\]]+/g), ([name, index]) =>
    index === undefined ? name : Number(index),
  )
