// What guards look at and hand on: a body, its texts, and what tells it from other contents. A check that rewrites
// makes another content of it; the old one stays as it was, since another target may be asked with it.
import type { Json, JsonObject } from '../../compiler/source.ts'
import { isObject } from '../providers/wire/json.ts'
import type { Place, Readers } from './texts/place.ts'
import { writeTexts } from './texts/write-texts.ts'

export type Scope = keyof Readers

export interface Content {
  /** The same for the same content of one call: what a guard found holds for it. */
  readonly key: string
  /** The body as JSON; undefined where there is none to read. */
  readonly value: Json | undefined
  /** The texts with their places, in their order. */
  readonly places: (scope: Scope) => readonly Place[]
  readonly readers: Readers
  /** Why nothing in it can be replaced, as a sentence; absent where it can be. */
  readonly fixed?: string
  /** The value only carries texts and is not the body: checks do not get to see it. */
  readonly carrier?: true
  /** Texts beside the body, as those of a query: read, and never replaced. */
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

/** The body as checks get to see it. */
export const objectOf = ({ value, carrier }: Content): JsonObject | undefined =>
  carrier === undefined && isObject(value) ? value : undefined

/** The content with other texts, the same one where none differs, or a sentence that says why it cannot be. */
export function withTexts(content: Content, scope: Scope, texts: readonly string[]): Content | string {
  const places = content.places(scope)
  if (texts.length !== places.length || !texts.every(text => typeof text === 'string'))
    return `It gave ${texts.length} texts back for ${places.length}.`
  if (places.every(({ text }, index) => text === texts[index])) return content
  if (content.fixed !== undefined) return content.fixed
  if (content.value === undefined) return 'It would rewrite what stands beside the body.'
  const written = writeTexts(content.value, places, texts)
  return 'fault' in written ? written.fault : rewritten(content, written.body)
}

/** The content with another body, or a sentence that says why it cannot be. */
export function withBody(content: Content, body: unknown): Content | string {
  if (!isObject(body) || objectOf(content) === undefined) return 'It gave a body back where none can stand.'
  return content.fixed ?? rewritten(content, body)
}

const rewritten = ({ key, readers, carrier, aside }: Content, value: Json): Content =>
  contentOf(key, value, readers, {
    ...(carrier === undefined ? {} : { carrier }),
    ...(aside === undefined ? {} : { aside }),
  })

/** The content as it is known from now on: `by` has rewritten it. */
export const renamed = (content: Content, by: string): Content => ({
  ...content,
  key: `${content.key} ${by}`,
})
