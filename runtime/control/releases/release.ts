// Releases of a project: each push is one, numbered from 1. A release holds the compiled bundle of all configs; each config
// counts its own versions, so that `chat@7` means the same plan indefinitely.
import {
  asCount,
  asObject,
  asText,
  type JsonForm,
  type JsonObject,
  present,
  toJson,
} from '../../../schemas/values/json.ts'
import type { Resource, ResourceStore } from '../core/resource-store.ts'
import type { Signature } from '../core/signature.ts'
import { PROJECT, RELEASE } from './release-kinds.ts'

export interface Release {
  readonly project: string
  readonly number: number
  /** The digest of the bundle, as the header `plan` of replies begins. */
  readonly digest: string
  /** The blobs with the text of the bundle, with the versions of its configs, and with its source files. */
  readonly bundle: string
  readonly versions: string
  readonly sources?: string
  readonly pushed: Provenance
  /** Configs whose plans differ from the previous release, as `chat@7`, and those that it no longer has; the first of many. */
  readonly changed: readonly string[]
  readonly removed: readonly string[]
  readonly configs: number
  /** Of `releaseStatement`; absent if nothing signs. */
  readonly signature?: Signature
}

/** Who did something, when and why. */
export interface Provenance {
  readonly by: string
  /** Milliseconds since 1970. */
  readonly at: number
  /** The commit of the sources. */
  readonly commit?: string
  readonly message?: string
}

/** Versions of configs by identifier; those that the release lacks are there so that numbers are never used again. */
export type Versions = Readonly<Record<string, ConfigVersion>>

export interface ConfigVersion {
  readonly version: number
  /** The digest of the plan. */
  readonly digest: string
  readonly removed?: true
}

/** Projects, configs and labels are named by slugs; a label of digits would look like a number. */
export const isSlug = (text: string): boolean => /^[a-zA-Z0-9_-]{1,255}$/.test(text)
export const isLabel = (text: string): boolean => isSlug(text) && !/^\d+$/.test(text) && text !== 'latest'

/** Numbers sort as strings. */
const padded = (number: number): string => String(number).padStart(8, '0')
export const releaseId = (project: string, number: number): string => `${project}/${padded(number)}`
export const versionId = (project: string, config: string, version: number): string =>
  `${project}/${config}/${padded(version)}`

export const releaseValue = ({ project: _, ...release }: Release): JsonObject => toJson(release)

/** The release in a resource that this module wrote. */
export const releaseOf = ({ id, value }: Resource): Release => ({
  ...(value as JsonForm<Omit<Release, 'project'>>),
  project: id.slice(0, id.lastIndexOf('/')),
})

export async function readRelease(
  store: ResourceStore,
  project: string,
  number: number,
): Promise<Release | undefined> {
  const resource = await store.read(RELEASE, releaseId(project, number))
  return resource && releaseOf(resource)
}

/** The number of the last release, and the revision that a push replaces. */
export async function readHead(
  store: ResourceStore,
  project: string,
): Promise<{ readonly latest: number; readonly revision: number | 'absent' }> {
  const head = await store.read(PROJECT, project)
  return { latest: asCount(head?.value['latest']) ?? 0, revision: head?.revision ?? 'absent' }
}

/** Releases below a number, the last first. */
export async function listReleases(
  store: ResourceStore,
  project: string,
  { below, limit }: { readonly below?: number; readonly limit: number },
): Promise<readonly Release[]> {
  const after = below === undefined ? {} : { after: releaseId(project, below) }
  const found = await store.list(RELEASE, { prefix: `${project}/`, descending: true, limit, ...after })
  return found.map(releaseOf)
}

export const provenanceValue = ({ by, at, commit, message }: Provenance): JsonObject =>
  present({ by, at, commit, message })

export function provenanceOf(value: unknown): Provenance {
  const { by, at, commit, message } = asObject(value)
  return {
    by: asText(by) ?? 'unknown',
    at: asCount(at) ?? 0,
    ...(typeof commit === 'string' ? { commit } : {}),
    ...(typeof message === 'string' ? { message } : {}),
  }
}
