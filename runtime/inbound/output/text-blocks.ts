// The text block that a delta belongs to, and the citations in it, from the native blocks of the delta.
import type { Json, JsonObject } from '../../../schemas/values/json.ts'
import { asList, asObject, isObject } from '../../../schemas/values/json.ts'

export interface TextBlock {
  readonly block: Json | undefined
  readonly citations: readonly JsonObject[]
}

export const NO_BLOCK: TextBlock = { block: undefined, citations: [] }

export function readTextBlock(delta: JsonObject): TextBlock {
  const entries = asList(delta['content_blocks']).filter(isObject)
  const ofTexts = entries.filter(({ content_block: started, delta: more }) =>
    TEXT_TYPES.has(asObject(started ?? more)['type'] ?? null),
  )
  return { block: ofTexts[0]?.['index'], citations: ofTexts.flatMap(citationsIn) }
}

const TEXT_TYPES: ReadonlySet<Json> = new Set(['text', 'text_delta', 'citations_delta'])

function citationsIn({ content_block: started, delta }: JsonObject): readonly JsonObject[] {
  const { citations } = asObject(started)
  const { citation } = asObject(delta)
  return [...asList(citations), citation ?? null].filter(isObject)
}
