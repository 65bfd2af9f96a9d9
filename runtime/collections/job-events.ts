// Events of a training job (interface, "Fine-tuning job event").
import type { JsonObject } from '../../compiler/source.ts'
import type { Failure } from '../failures.ts'
import { asList, isObject } from '../providers/wire/json.ts'
import type { CollectionReply, CollectionRequest } from './collection.ts'
import { sliceList } from './list.ts'
import { unixSeconds } from './unix-seconds.ts'

interface Told {
  readonly message: string
  readonly level?: string | undefined
}

/** All events of a job. Providers give them no ids, so these are generated from their index. */
export const jobEvents = (
  request: CollectionRequest,
  events: unknown,
  told: (event: JsonObject) => Told,
): CollectionReply | Failure =>
  sliceList(
    request,
    asList(events)
      .filter(isObject)
      .map((event, index) => {
        const { message, level = 'info' } = told(event)
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
