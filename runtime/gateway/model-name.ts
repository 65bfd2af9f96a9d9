// `@slug/model` in a request's model selects a stored provider; the slug is removed before sending. Models whose own
// names start with @ are unchanged where no provider with that slug is stored.

export interface ModelName {
  readonly slug: string | undefined
  readonly model: string
}

export function parseModelName(text: string, isSlug: (slug: string) => boolean): ModelName {
  if (text.startsWith('@')) {
    const slash = text.indexOf('/')
    const slug = text.slice(1, slash < 0 ? undefined : slash)
    if (slash > 0 && isSlug(slug)) return { slug, model: text.slice(slash + 1) }
  }
  return { slug: undefined, model: text }
}
