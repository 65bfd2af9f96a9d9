// A push: the bundle becomes the next release of its project, if there was no other push since. Versions of configs are counted by
// their plans, so a config that has not changed has the number that it had.
import { emit } from '../../../compiler/plan/emit.ts'
import type { Bundle } from '../../../schemas/generated/types.ts'
import { canonicalJson } from '../../../schemas/values/canonical-json.ts'
import type { CommitResult, ResourceStore, ResourceWrite } from '../core/resource-store.ts'
import type { StatementSigner } from '../core/signature.ts'
import { findLacking } from './external-resources.ts'
import { LIVE, readLabel } from './label.ts'
import { pushSelection, readStack, samePlans } from './label-stack.ts'
import { labelWrite, selectionOf } from './move-label.ts'
import {
  type ConfigVersion,
  listReleases,
  type Provenance,
  type Release,
  readHead,
  readRelease,
  releaseId,
  releaseValue,
  type Versions,
  versionId,
} from './release.ts'
import { PROJECT, RELEASE, RELEASE_CONFIG } from './release-kinds.ts'
import { readVersions } from './select-version.ts'
import { releaseStatement } from './statement.ts'

export interface PushInput {
  readonly project: string
  readonly bundle: Bundle
  /** The source files, as one archive. */
  readonly sources?: Uint8Array
  readonly pushed: Provenance
  /** The number of the release that the push replaces; absent: the last one, whatever it is. */
  readonly replaces?: number
  /** Whether the label `live` is moved to the release in the same transaction. */
  readonly promote: boolean
  readonly signer?: StatementSigner
}

export type PushResult =
  | { readonly kind: 'pushed'; readonly release: Release; readonly promoted: boolean }
  /** The last release has this very bundle. */
  | { readonly kind: 'unchanged'; readonly release: Release; readonly promoted: boolean }
  /** Sentences about what the bundle uses of the store, and the store does not have. */
  | { readonly kind: 'lacking'; readonly lacking: readonly string[] }
  /** Another push came first: the releases since, the last first. */
  | { readonly kind: 'overtaken'; readonly since: readonly Release[] }

/** SHA-256 of bytes, in hexadecimal digits. */
export type DigestOf = (bytes: Uint8Array) => string

/** Names of changed configs that a release lists. */
const MAX_LISTED = 100
const MAX_SINCE = 20

export async function pushRelease(
  store: ResourceStore,
  input: PushInput,
  hashBytes: DigestOf,
): Promise<PushResult> {
  const { project, bundle, pushed, signer, sources } = input
  const head = await readHead(store, project)
  if (input.replaces !== undefined && input.replaces !== head.latest)
    return await overtaken(store, project, input.replaces)
  const lacking = store.checksReleases === true ? [] : await findLacking(store, bundle)
  if (lacking.length > 0) return { kind: 'lacking', lacking }
  const last = head.latest === 0 ? undefined : await readRelease(store, project, head.latest)
  const label = input.promote ? await readLabel(store, project, LIVE) : undefined
  const stack = label && (await readStack(store, project, label))
  const moveTo = ({ number }: Pick<Release, 'number'>): ResourceWrite =>
    labelWrite(
      { project, label: LIVE, moved: pushed, ...(signer && { signer }) },
      label,
      pushSelection(stack, selectionOf(number, label)),
    )
  // A release is signed when it is pushed: one without this signature is pushed again.
  const isSigned =
    signer === undefined ||
    (last !== undefined && last.signature?.value === signer.sign(releaseStatement(last)).value)
  if (last?.digest === bundle.digest && isSigned) {
    const isLive = label !== undefined && samePlans(label.selection, selectionOf(last.number, label))
    if (!input.promote || isLive) return { kind: 'unchanged', release: last, promoted: false }
    const result = await store.commit({ writes: [moveTo(last)] })
    return result.conflict === undefined
      ? { kind: 'unchanged', release: last, promoted: true }
      : await overtaken(store, project, head.latest)
  }
  const before = last === undefined ? {} : await readVersions(store, last)
  const { versions, changed, removed } = countVersions(bundle, before, hashBytes)
  const blobs = new Map<string, Uint8Array>()
  const addBlob = (bytes: Uint8Array): string => {
    const digest = hashBytes(bytes)
    blobs.set(digest, bytes)
    return digest
  }
  const number = head.latest + 1
  const stored = {
    project,
    number,
    digest: bundle.digest,
    bundle: addBlob(encode(emit(bundle))),
    versions: addBlob(encode(canonicalJson(versions))),
    ...(sources === undefined ? {} : { sources: addBlob(sources) }),
  }
  const release: Release = {
    ...stored,
    pushed,
    changed: changed.slice(0, MAX_LISTED).map(id => `${id}@${versions[id]?.version}`),
    removed: removed.slice(0, MAX_LISTED),
    configs: Object.keys(bundle.plans).length,
    ...(signer === undefined ? {} : { signature: signer.sign(releaseStatement(stored)) }),
  }
  const writes: ResourceWrite[] = [
    { kind: PROJECT, id: project, value: { latest: number }, expects: head.revision },
    { kind: RELEASE, id: releaseId(project, number), value: releaseValue(release), expects: 'absent' },
    ...changed.map((id): ResourceWrite => {
      const { version, digest } = versions[id] as ConfigVersion
      const value = { release: number, digest }
      return { kind: RELEASE_CONFIG, id: versionId(project, id, version), value, expects: 'absent' }
    }),
    ...(input.promote ? [moveTo(release)] : []),
  ]
  const result: CommitResult = await store.commit({ writes, blobs })
  return result.conflict === undefined
    ? { kind: 'pushed', release, promoted: input.promote }
    : await overtaken(store, project, head.latest)
}

const encode = (text: string): Uint8Array => new TextEncoder().encode(text)

async function overtaken(store: ResourceStore, project: string, seen: number): Promise<PushResult> {
  const releases = await listReleases(store, project, { limit: MAX_SINCE })
  return { kind: 'overtaken', since: releases.filter(({ number }) => number > seen) }
}

interface CountedVersions {
  readonly versions: Versions
  readonly changed: readonly string[]
  readonly removed: readonly string[]
}

function countVersions({ plans }: Bundle, before: Versions, hashBytes: DigestOf): CountedVersions {
  const versions: Record<string, ConfigVersion> = {}
  const changed: string[] = []
  for (const [id, plan] of Object.entries(plans)) {
    const digest = hashBytes(encode(canonicalJson(plan)))
    const last = Object.hasOwn(before, id) ? before[id] : undefined
    if (last?.digest === digest) versions[id] = { version: last.version, digest }
    else {
      versions[id] = { version: (last?.version ?? 0) + 1, digest }
      changed.push(id)
    }
  }
  const gone = Object.entries(before).filter(([id]) => !Object.hasOwn(plans, id))
  for (const [id, last] of gone) versions[id] = { ...last, removed: true }
  return { versions, changed, removed: gone.flatMap(([id, last]) => (last.removed ? [] : [id])) }
}
