// Moderation by a stored provider, called through the gateway: no second key, and the provider's format is
// translated. Not a declarative check, since it has no address.

import type { CheckParameters } from '../../../../schemas/generated/checks.ts'
import type { Json } from '../../../../schemas/values/json.ts'
import { isFailure } from '../../../values/failures.ts'
import type { Check, CheckPorts } from '../../check.ts'
import { joinTexts, NO_TEXT_RESULT } from '../../on-text.ts'
import { limitExceeded } from '../../result.ts'
import { type ChunkBatch, splitIntoBatches } from '../declarative/chunk-texts.ts'
import { combineResults } from '../declarative/combine-results.ts'
import type { Chunking } from '../declarative/definition.ts'
import { linkResponseMapping } from '../declarative/read-response.ts'
import { moderationResponse } from './moderation-response.ts'

type Parameters = CheckParameters['vendor.moderateContent']

const SERVICE = 'The moderation'
const CHUNKING: Chunking = { by: 'whole', maxCharacters: 20_000, maxRequests: 10 }

export const vendorModerateContent: Check<Parameters> = {
  link: parameters => {
    const { provider, model } = parameters
    const readResponse = linkResponseMapping(moderationResponse(SERVICE), SERVICE, { ...parameters })
    const callForBatch = async (
      batch: ChunkBatch,
      ports: CheckPorts,
    ): Promise<ReturnType<typeof readResponse>> => {
      const input = batch.map(({ text }) => text)
      const reply = await ports.callModel(provider, 'moderations', { model, input })
      if (isFailure(reply)) return { fault: `${SERVICE} call to ${provider} failed (${reply.code}).` }
      return readResponse(reply as Json, batch.length)
    }
    return async ({ texts: inputTexts }, ports) => {
      if (inputTexts.length === 0) return NO_TEXT_RESULT
      const texts = [joinTexts(inputTexts)]
      const batches = splitIntoBatches(texts, CHUNKING)
      if (batches === undefined)
        return limitExceeded(
          `The text is longer than ${provider} can evaluate in ${CHUNKING.maxRequests} requests.`,
        )
      const responses = await Promise.all(batches.map(batch => callForBatch(batch, ports)))
      return combineResults(SERVICE, { texts, batches, responses, isReplaceable: false })
    }
  },
}
