// The name of a model as clients write it: with or without the slug of a stored provider.

/** The model of a request, and the slug of the stored provider that it names. */
export interface ModelName {
  readonly slug: string | undefined
  readonly model: string
}

/**
 * `@slug/model` selects a stored provider; the slug is removed before sending. Models whose own names start with @ are
 * unchanged where no provider with that slug is stored.
 */
export function parseModelName(
  text: string,
  isSlug: (slug: string, workspace: string) => boolean,
  workspace = '',
): ModelName {
  if (text.startsWith('@')) {
    const slash = text.indexOf('/')
    const slug = text.slice(1, slash < 0 ? undefined : slash)
    if (slash > 0 && isSlug(slug, workspace)) return { slug, model: text.slice(slash + 1) }
  }
  return { slug: undefined, model: text }
}
