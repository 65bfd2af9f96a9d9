// What clients may write of releases: a release and the versions of its configs are written once and never change, whoever asks.
// Where a label points is what changes, and needs a scope of its own.
import type { ReleaseCommit } from '../../../schemas/generated/control-types.ts'
import { asCount, asObject, asText, isObject, type JsonObject } from '../../../schemas/values/json.ts'
import { type Failure, failure } from '../../values/failures.ts'
import type { ResourceWrite } from '../core/resource-store.ts'
import { releaseId, versionId } from './release.ts'
import { PROJECT, RELEASE, RELEASE_LABEL } from './release-kinds.ts'

type ClientWrite = ReleaseCommit['writes'][number]

/** The scopes that a transaction needs: all of them. */
export function scopesOf(writes: readonly Pick<ClientWrite, 'kind'>[]): readonly string[] {
  const moves = writes.some(({ kind }) => kind === RELEASE_LABEL)
  const pushes = writes.some(({ kind }) => kind !== RELEASE_LABEL)
  return [...(pushes ? ['configs.create'] : []), ...(moves ? ['configs.promote'] : [])]
}

/** A write of the store, or why it is refused. */
export function readWrite({ kind, id, value, expects }: ClientWrite): ResourceWrite | Failure {
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
