// Operations that take a single request to the provider.
import type { JsonObject } from '../../schemas/values/json.ts'
import { asList, asObject, isList, isObject } from '../../schemas/values/json.ts'
import { headerValue } from '../values/headers.ts'
import type {
  OperationReply,
  OperationSteps,
  ResourceRequest,
  StepRequest,
  StepResponse,
} from '../values/resource-operation.ts'
import { sliceList } from './list.ts'

type ToResource = (item: JsonObject) => JsonObject

/** A request that returns one resource. */
export function* fetchOne(
  request: StepRequest,
  toResource: ToResource,
): Generator<StepRequest, { readonly json: JsonObject }, StepResponse> {
  const { json } = yield request
  return { json: toResource(asObject(json)) }
}

/** A list that the provider returns complete, as an array or in the vendor's envelope. */
export function* fetchList(
  request: ResourceRequest,
  path: string,
  toResource: ToResource,
): OperationSteps<OperationReply> {
  const { json } = yield { method: 'GET', path }
  const items = isList(json) ? json : asList(asObject(json)['data'])
  return sliceList(request, items.filter(isObject).map(toResource))
}

/** The content of a file, unchanged. */
export function* fetchBytes(
  request: StepRequest,
  defaultContentType = 'application/octet-stream',
): Generator<StepRequest, { readonly bytes: Uint8Array; readonly contentType: string }, StepResponse> {
  const { bytes, headers } = yield request
  return { bytes, contentType: headerValue(headers, 'content-type') ?? defaultContentType }
}
