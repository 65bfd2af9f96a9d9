// Events of a training job (interface, "Fine-tuning job event").
import type { JsonObject } from '../../schemas/values/json.ts'
import { asList, isObject } from '../../schemas/values/json.ts'
import type { Failure } from '../values/failures.ts'
import type { OperationReply, ResourceRequest } from '../values/resource-operation.ts'
import { sliceList } from './list.ts'
import { unixSeconds } from './unix-seconds.ts'

interface EventText {
  readonly message: string
  readonly level?: string | undefined
}

/** All events of a job. Providers give them no ids, so these are generated from their index. */
export const jobEvents = (
  request: ResourceRequest,
  events: unknown,
  readEvent: (event: JsonObject) => EventText,
): OperationReply | Failure =>
  sliceList(
    request,
    asList(events)
      .filter(isObject)
      .map((event, index) => {
        const { message, level = 'info' } = readEvent(event)
        return {
          id: `${request.id}-event-${index}`,
          object: 'fine_tuning.job.event',
          created_at: unixSeconds(event['created_at']) ?? 0,
          level,
          message,
          type: 'message',
          data: null,
        }
      }),
  )
