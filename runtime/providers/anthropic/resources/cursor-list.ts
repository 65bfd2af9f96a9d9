// Lists of Anthropic, paginated by a cursor as OpenAI's are: the id after which the next page starts.
import type { JsonObject } from '../../../../schemas/values/json.ts'
import { asList, asObject, isObject } from '../../../../schemas/values/json.ts'
import { listReply } from '../../../resources/list.ts'
import type {
  OperationReply,
  OperationSteps,
  ResourceRequest,
  StepRequest,
} from '../../../values/resource-operation.ts'

export function* listByCursor(
  { after, limit }: ResourceRequest,
  request: StepRequest & { readonly path: string },
  shape: (item: JsonObject) => JsonObject,
): OperationSteps<OperationReply> {
  const from = after === undefined ? '' : `&after_id=${encodeURIComponent(after)}`
  const page = asObject((yield { ...request, path: `${request.path}?limit=${limit}${from}` }).json)
  return listReply(asList(page['data']).filter(isObject).map(shape), page['has_more'] === true)
}
