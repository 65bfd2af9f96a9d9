// `@slug/model` in the model of a request selects a stored provider; the slug is taken out before sending. Models
// whose own names begin with @ are left alone where no slug of that name is stored.

export interface NamedModel {
  readonly slug: string | undefined
  readonly model: string
}

export function readModel(text: string, isSlug: (slug: string) => boolean): NamedModel {
  if (text.startsWith('@')) {
    const slash = text.indexOf('/')
    const slug = text.slice(1, slash < 0 ? undefined : slash)
    if (slash > 0 && isSlug(slug)) return { slug, model: text.slice(slash + 1) }
  }
  return { slug: undefined, model: text }
}
