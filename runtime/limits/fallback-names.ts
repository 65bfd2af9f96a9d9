// Models that a request names besides its own, any of which may answer: the parameters that list them are facts of the provider.
import { fallbackModels } from '../../schemas/generated/usage-fields.ts'
import { asList, isObject, type Json } from '../../schemas/values/json.ts'
import type { Call } from '../values/call.ts'

/** Names that are looked up for one call. */
const MAX_NAMES = 16
const NONE: readonly string[] = []

/** Without repetitions; empty at providers that have no such parameter. */
export function fallbackNames({ body }: Pick<Call, 'body'>, provider: string): readonly string[] {
  const parameters = Object.hasOwn(fallbackModels, provider) ? fallbackModels[provider] : undefined
  if (parameters === undefined) return NONE
  const names = parameters.flatMap(name => asList(body.field(name)).flatMap(nameIn))
  return [...new Set(names)].slice(0, MAX_NAMES)
}

const nameIn = (item: Json): readonly string[] => {
  const name = isObject(item) ? item['model'] : item
  return typeof name === 'string' ? [name] : NONE
}
