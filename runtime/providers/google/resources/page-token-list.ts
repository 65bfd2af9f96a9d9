// Lists of the Gemini API: a page contains the token of the next one.
import type { JsonObject } from '../../../../schemas/values/json.ts'
import { asList, asObject, asText, isObject } from '../../../../schemas/values/json.ts'
import { paginate } from '../../../resources/list.ts'
import type { OperationReply, OperationSteps, ResourceRequest } from '../../../values/resource-operation.ts'

/** `items` is the property of a page that contains the items. */
export const listByPageToken = (
  request: ResourceRequest,
  path: string,
  items: string,
  shape: (item: JsonObject) => JsonObject,
): OperationSteps<OperationReply> =>
  paginate(
    request,
    (token, size) => ({
      method: 'GET',
      path: `${path}?pageSize=${size}${token === undefined ? '' : `&pageToken=${encodeURIComponent(token)}`}`,
    }),
    ({ json }) => {
      const page = asObject(json)
      return {
        items: asList(page[items]).filter(isObject).map(shape),
        next: asText(page['nextPageToken']),
      }
    },
  )
