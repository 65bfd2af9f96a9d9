// A model written `@slug/model` names a stored provider; the slug is not part of the model that is sent.

export interface ModelSlug {
  readonly slug: string
  readonly model: string
}

const MODEL_SLUG = /^@([^/]+)\/(.+)$/s

/** The two parts of `@slug/model`; undefined for any other value. */
export function parseModelSlug(model: unknown): ModelSlug | undefined {
  const [, slug, name] = (typeof model === 'string' ? MODEL_SLUG.exec(model) : undefined) ?? []
  return slug === undefined || name === undefined ? undefined : { slug, model: name }
}
