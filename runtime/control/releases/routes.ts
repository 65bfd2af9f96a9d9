// The store of releases over HTTP, for `portolan push` against a running gateway. Clients sign with keys of their own; the
// gateway only stores what they write, and records who wrote it.
import { decodeBundle } from '../../../compiler/plan/decode.ts'
import type { ReleaseCommit } from '../../../schemas/generated/control-types.ts'
import {
  asCount,
  asObject,
  asText,
  isObject,
  type Json,
  type JsonObject,
} from '../../../schemas/values/json.ts'
import { type Failure, failure, isFailure } from '../../values/failures.ts'
import type { ApiReply, ApiRequest, SomeHandlers } from '../core/api-request.ts'
import { auditWrite, STORE_REQUIRED } from '../core/commit-change.ts'
import type { ControlSources } from '../core/control-sources.ts'
import { mayOrganise } from '../core/principal.ts'
import type { Resource, ResourceStore, ResourceWrite } from '../core/resource-store.ts'
import { findLacking } from './external-resources.ts'
import { releaseId, versionId } from './release.ts'
import { PROJECT, RELEASE, RELEASE_KINDS, RELEASE_LABEL } from './release-kinds.ts'

type Context = Pick<ControlSources, 'clock' | 'randomId' | 'hash' | 'store'>

type AnswerFromStore = (request: ApiRequest, store: ResourceStore) => Promise<ApiReply>

/** The answer of a store, if there is one. */
const fromStore =
  (answer: AnswerFromStore) =>
  async (request: ApiRequest, { store }: Context) =>
    store === undefined ? STORE_REQUIRED : await answer(request, store)

export const releaseHandlers = {
  readReleaseRevision: fromStore(async (_, store) => ({ body: { revision: await store.revision() } })),
  listReleaseResources: fromStore(async ({ query }, store) => {
    const { kind, prefix, after, limit, descending } = query
    const found = await store.list(String(kind), {
      limit: Number(limit),
      ...(prefix !== undefined && { prefix: String(prefix) }),
      ...(after !== undefined && { after: String(after) }),
      ...(descending === true && { descending: true }),
    })
    return { body: { data: found.map(show) } }
  }),
  readReleaseResource: fromStore(async ({ query }, store) => {
    const found = await store.read(String(query['kind']), String(query['id']))
    return { body: { resource: found === undefined ? null : show(found) } }
  }),
  readReleaseBlob: fromStore(async ({ path }, store) => {
    const bytes = await store.readBlob(path['digest'] ?? '')
    return { body: { content: bytes === undefined ? null : Buffer.from(bytes).toString('base64') } }
  }),
  listReleaseChanges: fromStore(async ({ query }, store) => {
    const { revision, changed } = await store.changesSince(Number(query['since']))
    const own = changed
      ?.filter(({ kind }) => RELEASE_KINDS.some(({ name }) => name === kind))
      .map(({ kind, id }) => ({ kind, id }))
    return { body: { revision, changed: own ?? null } }
  }),
  listReleaseRuntimes: fromStore(async (_, store) => ({
    body: { data: (await store.heartbeats()).map(({ id, value, at }) => ({ id, value, at })) },
  })),
  commitRelease: async (request, context) => {
    const { store, hash } = context
    if (store === undefined) return STORE_REQUIRED
    const { writes, blobs = {} } = request.body
    const lacking = scopesOf(writes).find(scope => !mayOrganise(request.principal, scope))
    if (lacking !== undefined)
      return failure('forbidden', `"${request.principal.id}" needs the scope ${lacking} of the organisation.`)
    const decoded = new Map<string, Uint8Array>()
    for (const [digest, content] of Object.entries(blobs)) {
      const bytes = Buffer.from(content, 'base64')
      if (hash(bytes) !== digest)
        return failure(
          'invalid_request',
          `The content of the blob ${digest.slice(0, 64)} has another digest.`,
          {
            param: 'blobs',
          },
        )
      decoded.set(digest, bytes)
    }
    const kept: ResourceWrite[] = []
    for (const given of writes) {
      const write = readWrite(given)
      if (isFailure(write)) return write
      kept.push(write)
    }
    const unmet = await lackingOf(store, kept, decoded, hash)
    if (unmet.length > 0) return failure('invalid_request', unmet.join(' '), { param: 'writes' })
    const entry = auditWrite(context, request, describeCommit(kept))
    const result = await store.commit({ writes: [...kept, entry], blobs: decoded })
    if (result.conflict === undefined) return { body: { revision: result.revision } }
    const { kind, id, found } = result.conflict
    return { body: { conflict: { kind, id, found: found === undefined ? null : show(found) } } }
  },
} satisfies SomeHandlers<Context>

/** What new releases use of the store, and it does not have. Runtimes refuse what is not a bundle. */
async function lackingOf(
  store: ResourceStore,
  writes: readonly ResourceWrite[],
  blobs: ReadonlyMap<string, Uint8Array>,
  hash: ControlSources['hash'],
): Promise<readonly string[]> {
  const sentences: string[] = []
  for (const { kind, value } of writes) {
    const bytes = kind === 'release' ? blobs.get(asText(value?.['bundle']) ?? '') : undefined
    if (bytes === undefined) continue
    const { bundle } = decodeBundle(new TextDecoder().decode(bytes), hash)
    if (bundle !== undefined) sentences.push(...(await findLacking(store, bundle)))
  }
  return sentences
}

const show = ({ kind, id, value, revision }: Resource): JsonObject => ({ kind, id, value, revision })

/** The entry of a transaction in the audit log: a push, or the move of a label. */
function describeCommit(writes: readonly ResourceWrite[]) {
  const first = writes.find(({ kind }) => kind === 'release') ?? writes[0]
  const isPush = first?.kind === 'release'
  const label = writes.find(({ kind }) => kind === RELEASE_LABEL)
  const after: Json = isPush
    ? { release: first.id, ...(label && { label: label.id }) }
    : { ...(label?.value?.['selection'] !== undefined && { selection: label.value['selection'] }) }
  return {
    action: isPush ? 'push' : label === undefined ? 'update' : 'promote',
    resource: first?.kind ?? 'release',
    id: first?.id ?? '',
    workspace: null,
    before: null,
    after,
  }
}

/**
 * What clients may write: a release and the versions of its configs are written once and never change. Only the release that a label points
 * at changes, which needs a separate scope.
 */
type ClientWrite = ReleaseCommit['writes'][number]

/** The scopes that a transaction needs: all of them. */
function scopesOf(writes: readonly Pick<ClientWrite, 'kind'>[]): readonly string[] {
  const moves = writes.some(({ kind }) => kind === RELEASE_LABEL)
  const pushes = writes.some(({ kind }) => kind !== RELEASE_LABEL)
  return [...(pushes ? ['configs.create'] : []), ...(moves ? ['configs.promote'] : [])]
}

/** A write of the store, or why it is refused. */
function readWrite({ kind, id, value, expects }: ClientWrite): ResourceWrite | Failure {
  const refuse = (reason: string): Failure => failure('invalid_request', reason, { param: 'writes' })
  if (typeof expects === 'string' && expects !== 'absent')
    return refuse('expects must be a revision, or "absent".')
  if (kind !== RELEASE_LABEL) {
    const given = asObject(value)
    if (value === null) return refuse(`"${kind}" cannot be deleted: releases stay as they were pushed.`)
    if (kind === PROJECT) {
      if (expects === undefined || asCount(given['latest']) === undefined)
        return refuse('A project needs the number of its latest release, and expects.')
    } else if (expects !== 'absent') return refuse(`"${kind}" is written once: expects must be "absent".`)
    else if (!(kind === RELEASE ? isRelease(id, given) : isVersion(id, given)))
      return refuse(`"${id.slice(0, 200)}" does not have the form of a ${kind}.`)
  }
  return {
    kind,
    id,
    value: value === null ? undefined : value,
    ...(expects !== undefined && { expects: expects as number | 'absent' }),
  }
}

const isDigest = (value: unknown): boolean => typeof value === 'string' && /^[0-9a-f]{64}$/.test(value)

const projectOf = (id: string): string => id.slice(0, id.indexOf('/'))

function isRelease(id: string, value: JsonObject): boolean {
  const { digest, bundle, versions, pushed } = value
  const number = asCount(value['number'])
  return (
    number !== undefined &&
    id === releaseId(projectOf(id), number) &&
    [digest, bundle, versions].every(isDigest) &&
    isObject(pushed) &&
    asText(pushed['by']) !== undefined
  )
}

function isVersion(id: string, value: JsonObject): boolean {
  const [project = '', config = '', version = ''] = id.split('/')
  return (
    asCount(value['release']) !== undefined &&
    isDigest(value['digest']) &&
    /^\d+$/.test(version) &&
    id === versionId(project, config, Number(version))
  )
}
