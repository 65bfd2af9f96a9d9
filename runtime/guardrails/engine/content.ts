// The content that guards evaluate and pass on: a body, its texts, and a key that identifies it. A check that
// rewrites creates a new content; the original stays unchanged, since another target may receive it.
import type { Json, JsonObject } from '../../../schemas/values/json.ts'
import { isObject } from '../../../schemas/values/json.ts'
import { FORMS_READ_BY_FEW, type TextLocation, type TextReaders } from '../body-texts/text-location.ts'
import { OUTSIDE_BODY, writeTexts } from '../body-texts/write-texts.ts'
import { PLACEHOLDER } from '../replacing/placeholders.ts'

export type TextScope = keyof TextReaders

export interface LocationOptions {
  /** With what few checks read: files, their addresses, names of properties. */
  readonly files?: boolean
}

export interface GuardContent {
  /** Equal for equal content within one call, so guard results can be memoized by it. */
  readonly key: string
  /** The body as JSON; undefined when there is none. */
  readonly value: Json | undefined
  /** The texts with their locations, in order. */
  readonly locations: (scope: TextScope, options?: LocationOptions) => readonly TextLocation[]
  readonly readers: TextReaders
  /** Why nothing in it can be replaced, as a sentence; absent when it can be. */
  readonly readOnlyReason?: string
  /** The value only carries texts and is not the body, so checks do not receive it. */
  readonly textsOnly?: true
  /** The originals of its placeholders: restored in the reply, and never written anywhere else. */
  readonly masked?: ReadonlyMap<string, string>
  /** Texts outside the body, such as query parameters: read, never replaced. */
  readonly extraTexts?: readonly string[]
}

const extraTextLocation = (text: string): TextLocation => ({ path: undefined, text, form: 'fixed' })

export function createContent(
  key: string,
  value: Json | undefined,
  readers: TextReaders,
  options: Pick<GuardContent, 'readOnlyReason' | 'textsOnly' | 'extraTexts' | 'masked'> = {},
): GuardContent {
  const cache: { [S in TextScope]?: readonly TextLocation[] } = {}
  const locations: GuardContent['locations'] = (scope, { files = false } = {}) => {
    const read = (): readonly TextLocation[] => (value === undefined ? [] : readers[scope](value, undefined))
    const locationsInScope = cache[scope] ?? [...read(), ...(options.extraTexts ?? []).map(extraTextLocation)]
    cache[scope] = locationsInScope
    return files || !locationsInScope.some(isReadByFew)
      ? locationsInScope
      : locationsInScope.filter(location => !isReadByFew(location))
  }
  return { key, value, locations, readers, ...options }
}

const isReadByFew = ({ form }: TextLocation): boolean => FORMS_READ_BY_FEW.some(each => each === form)

/** The body as checks receive it. */
export const visibleBody = ({ value, textsOnly }: GuardContent): JsonObject | undefined =>
  textsOnly === undefined && isObject(value) ? value : undefined

/** What became of a rewrite: the content with all of it that could be applied, and why the rest could not. */
export interface Rewrite {
  readonly content: GuardContent
  /** Why something could not be replaced, as a sentence. */
  readonly fault?: string
  /** Why the check's result is not a rewrite of this content, as a sentence. */
  readonly malformed?: string
}

/** The content with new texts; the same content when none differs. */
export function withTexts(
  content: GuardContent,
  scope: TextScope,
  texts: readonly string[],
  options?: LocationOptions,
): Rewrite {
  const locations = content.locations(scope, options)
  if (texts.length !== locations.length || !texts.every(text => typeof text === 'string'))
    return { content, malformed: `The check returned ${texts.length} strings for ${locations.length}.` }
  if (locations.every(({ text }, index) => text === texts[index])) return { content }
  if (content.readOnlyReason !== undefined) return { content, fault: content.readOnlyReason }
  if (content.value === undefined) return { content, fault: OUTSIDE_BODY }
  const { body, fault } = writeTexts(content.value, locations, texts)
  return {
    content: body === content.value ? content : withValue(content, body),
    ...(fault === undefined ? {} : { fault }),
  }
}

/** The content with another body. */
export function withBody(content: GuardContent, body: unknown): Rewrite {
  if (!isObject(body)) return { content, malformed: 'The check returned a body that is not an object.' }
  if (visibleBody(content) === undefined)
    return { content, fault: 'The check returned a body, but none can be replaced.' }
  return content.readOnlyReason === undefined
    ? { content: withValue(content, body) }
    : { content, fault: content.readOnlyReason }
}

const withValue = (
  { key, readers, textsOnly, extraTexts, masked }: GuardContent,
  value: Json,
): GuardContent =>
  createContent(key, value, readers, {
    ...(textsOnly === undefined ? {} : { textsOnly }),
    ...(extraTexts === undefined ? {} : { extraTexts }),
    ...(masked === undefined ? {} : { masked }),
  })

/** The content with more placeholders; what they mean may contain earlier ones. */
export function withMasked(content: GuardContent, added: ReadonlyMap<string, string>): GuardContent {
  const known = content.masked ?? new Map<string, string>()
  const resolve = (value: string): string =>
    value.replaceAll(PLACEHOLDER, placeholder => known.get(placeholder) ?? placeholder)
  const resolved = [...added].map(([placeholder, value]) => [placeholder, resolve(value)] as const)
  return { ...content, masked: new Map([...known, ...resolved]) }
}

/** The content under a new key after `by` has rewritten it. */
export const withRewriter = (content: GuardContent, rewriter: string): GuardContent => ({
  ...content,
  key: `${content.key} ${rewriter}`,
})
