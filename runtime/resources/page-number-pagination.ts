// Lists of providers that paginate by page number, starting at 0.
import type { JsonObject } from '../../schemas/values/json.ts'
import { asList, asObject, isObject } from '../../schemas/values/json.ts'
import type { OperationReply, OperationSteps, ResourceRequest } from '../values/resource-operation.ts'
import { paginate } from './list.ts'

/** Constant, so that page numbers refer to the same pages throughout. */
const PAGE_SIZE = 100

export const paginateByNumber = (
  request: ResourceRequest,
  path: string,
  toItem: (item: JsonObject) => JsonObject,
): OperationSteps<OperationReply> =>
  paginate(
    request,
    (token = '0') => ({ method: 'GET', path: `${path}?page=${token}&page_size=${PAGE_SIZE}` }),
    ({ json }, token = '0') => {
      const items = asList(asObject(json)['data']).filter(isObject)
      return {
        items: items.map(toItem),
        next: items.length < PAGE_SIZE ? undefined : String(Number(token) + 1),
      }
    },
  )
