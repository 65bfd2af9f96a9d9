// How versions of a config, prompt or partial are named.

export const versionKey = (slug: string, version: number): string =>
  `${slug}/${String(version).padStart(8, '0')}`

/** The identifier of a version, as clients see it. */
export const versionIdOf = (id: string, version: number): string => `${id}@${version}`
