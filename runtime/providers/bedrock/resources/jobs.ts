// Shared by batches and training jobs of AWS: their origin, lists, and the service role.
import type { JsonObject } from '../../../../schemas/values/json.ts'
import { asList, asObject, asText, isObject } from '../../../../schemas/values/json.ts'
import { type Failure, failure } from '../../../values/failures.ts'
import type { OperationContext, StepRequest, StepResponse } from '../../../values/resource-operation.ts'
import { jobsOrigin, regionOf } from '../base-url.ts'

type Settings = OperationContext['settings']

/** A request to the jobs of the region in the settings. */
export function jobsRequest(
  settings: Settings,
  method: string,
  path: string,
  body?: JsonObject,
): StepRequest | Failure {
  const region = regionOf(settings)
  if (typeof region !== 'string') return region
  return { method, origin: jobsOrigin(region), path, ...(body === undefined ? {} : { body }) }
}

/** A page, newest first. */
export function pageRequest(
  settings: Settings,
  path: string,
  token: string | undefined,
  size: number,
): StepRequest | Failure {
  const next = token === undefined ? '' : `&nextToken=${encodeURIComponent(token)}`
  return jobsRequest(
    settings,
    'GET',
    `${path}?maxResults=${size}&sortBy=CreationTime&sortOrder=Descending${next}`,
  )
}

export function readPage(
  { json }: StepResponse,
  name: string,
): { readonly jobs: readonly JsonObject[]; readonly next: string | undefined } {
  const page = asObject(json)
  return { jobs: asList(page[name]).filter(isObject), next: asText(page['nextToken']) }
}

/** The service role of a job: of the config, or of the request. */
export function roleOf(settings: Settings, body: JsonObject): { readonly role: string } | Failure {
  const role = asText(body['role_arn']) ?? asText(settings['cloud1_role_arn']) ?? ''
  return /^arn:aws[a-z-]*:iam::\d{12}:role\/[\w+=,.@/-]+$/.test(role)
    ? { role }
    : failure(
        'invalid_request',
        'cloud1_role_arn must be the ARN of a role that may read and write the bucket.',
        { param: 'cloud1_role_arn' },
      )
}

/** The account in an ARN. */
export const accountOf = (arn: string | undefined): string | undefined => arn?.split(':')[4]
