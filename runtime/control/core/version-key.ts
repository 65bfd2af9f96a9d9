// How versions of a config, prompt or partial are named, and deleted with it.
import type { Slices } from './pages.ts'
import type { ResourceWrite } from './resource-store.ts'

export const versionKey = (slug: string, version: number): string =>
  `${slug}/${String(version).padStart(8, '0')}`

/** The numbers of all versions, from the latest down. */
export const newestFirst = (latest: number): Slices<number> => ({
  length: latest,
  slice: (from, to) =>
    Array.from({ length: Math.max(0, Math.min(to, latest) - from) }, (_, index) => latest - from - index),
})

/** The identifier of a version, as clients see it. */
export const versionIdOf = (id: string, version: number): string => `${id}@${version}`

/** A version as paths name it: a number or a label, also after the identifier, as replies show it. */
export const versionNamed = ({ id }: { readonly id: string }, name = ''): string =>
  name.startsWith(`${id}@`) ? name.slice(id.length + 1) : name

/** The writes that delete all versions of a kind. */
export const versionDeletions = (kind: string, slug: string, latest: number): readonly ResourceWrite[] =>
  Array.from({ length: latest }, (_, index) => ({ kind, id: versionKey(slug, index + 1), value: undefined }))
