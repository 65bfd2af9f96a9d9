// The content that guards evaluate and pass on: a body, its texts, and a key that identifies it. A check that
// rewrites creates a new content; the original stays unchanged, since another target may receive it.
import type { Json, JsonObject } from '../../compiler/source.ts'
import { isObject } from '../providers/wire/json.ts'
import type { Place, Readers } from './texts/place.ts'
import { writeTexts } from './texts/write-texts.ts'

export type Scope = keyof Readers

export interface Content {
  /** Equal for equal content within one call, so guard results can be memoized by it. */
  readonly key: string
  /** The body as JSON; undefined when there is none. */
  readonly value: Json | undefined
  /** The texts with their locations, in order. */
  readonly places: (scope: Scope) => readonly Place[]
  readonly readers: Readers
  /** Why nothing in it can be replaced, as a sentence; absent when it can be. */
  readonly fixed?: string
  /** The value only carries texts and is not the body, so checks do not receive it. */
  readonly carrier?: true
  /** Texts outside the body, such as query parameters: read, never replaced. */
  readonly aside?: readonly string[]
}

const placeAside = (text: string): Place => ({ path: undefined, text, form: 'fixed' })

export function contentOf(
  key: string,
  value: Json | undefined,
  readers: Readers,
  more: Pick<Content, 'fixed' | 'carrier' | 'aside'> = {},
): Content {
  const known: { [S in Scope]?: readonly Place[] } = {}
  const places = (scope: Scope): readonly Place[] => {
    const read = (): readonly Place[] => (value === undefined ? [] : readers[scope](value, undefined))
    const found = known[scope] ?? [...read(), ...(more.aside ?? []).map(placeAside)]
    known[scope] = found
    return found
  }
  return { key, value, places, readers, ...more }
}

/** The body as checks receive it. */
export const objectOf = ({ value, carrier }: Content): JsonObject | undefined =>
  carrier === undefined && isObject(value) ? value : undefined

/** The content with new texts, the same content when none differs, or a sentence explaining why it cannot be rewritten. */
export function withTexts(content: Content, scope: Scope, texts: readonly string[]): Content | string {
  const places = content.places(scope)
  if (texts.length !== places.length || !texts.every(text => typeof text === 'string'))
    return `The check returned ${texts.length} texts for ${places.length}.`
  if (places.every(({ text }, index) => text === texts[index])) return content
  if (content.fixed !== undefined) return content.fixed
  if (content.value === undefined) return 'The check cannot rewrite texts outside the body.'
  const written = writeTexts(content.value, places, texts)
  return 'fault' in written ? written.fault : rewritten(content, written.body)
}

/** The content with another body, or a sentence explaining why it cannot be rewritten. */
export function withBody(content: Content, body: unknown): Content | string {
  if (!isObject(body) || objectOf(content) === undefined)
    return 'The check returned a body where none can be replaced.'
  return content.fixed ?? rewritten(content, body)
}

const rewritten = ({ key, readers, carrier, aside }: Content, value: Json): Content =>
  contentOf(key, value, readers, {
    ...(carrier === undefined ? {} : { carrier }),
    ...(aside === undefined ? {} : { aside }),
  })

/** The content under a new key after `by` has rewritten it. */
export const renamed = (content: Content, by: string): Content => ({
  ...content,
  key: `${content.key} ${by}`,
})
