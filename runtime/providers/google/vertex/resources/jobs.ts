// Shared by batches and training jobs of Google Cloud: their paths, names, lists and counts.
import type { JsonObject } from '../../../../../schemas/values/json.ts'
import { asList, asObject, asText, isObject } from '../../../../../schemas/values/json.ts'
import { type Failure, failure, isFailure } from '../../../../values/failures.ts'
import type { OperationContext, StepRequest, StepResponse } from '../../../../values/resource-operation.ts'
import { projectPath } from '../vertex-endpoint.ts'

type Settings = OperationContext['settings']

/** A request to the jobs of one kind in the project and region of the settings. */
export function jobsRequest(
  settings: Settings,
  method: string,
  kind: string,
  suffix = '',
  body?: JsonObject,
): StepRequest | Failure {
  const project = projectPath(settings)
  if (isFailure(project)) return project
  return { method, path: `${project.path}/${kind}${suffix}`, ...(body === undefined ? {} : { body }) }
}

/** `action` is a custom method after the name: `:cancel`. */
export const jobRequest = (
  settings: Settings,
  method: string,
  kind: string,
  id: string,
  param: string,
  action = '',
): StepRequest | Failure =>
  /^\d{1,30}$/.test(id)
    ? jobsRequest(settings, method, kind, `/${id}${action}`, action === '' ? undefined : {})
    : failure('not_found', 'The provider has no resource with that id.', { param })

export function pageRequest(
  settings: Settings,
  kind: string,
  token: string | undefined,
  size: number,
): StepRequest | Failure {
  const next = token === undefined ? '' : `&pageToken=${encodeURIComponent(token)}`
  return jobsRequest(settings, 'GET', kind, `?pageSize=${size}${next}`)
}

export function readPage(
  { json }: StepResponse,
  kind: string,
): { readonly jobs: readonly JsonObject[]; readonly next: string | undefined } {
  const page = asObject(json)
  return { jobs: asList(page[kind]).filter(isObject), next: asText(page['nextPageToken']) }
}

/** The number at the end of a resource name. */
export const idOf = (job: JsonObject): string | undefined => {
  const name = asText(job['name'])
  return name?.slice(name.lastIndexOf('/') + 1)
}

/** The project in a resource name. */
export const projectInName = (job: JsonObject): string | undefined => asText(job['name'])?.split('/')[1]

/** Counts are strings, because they may exceed JSON numbers. */
export const countOf = (value: unknown): number | undefined => {
  const count = typeof value === 'string' && value !== '' ? Number(value) : value
  return typeof count === 'number' && Number.isSafeInteger(count) && count >= 0 ? count : undefined
}
