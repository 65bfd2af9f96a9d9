// Counting the tokens of a messages request at Vertex AI: Claude's at the path that counts for all Claude models,
// Gemini's at the model. Open models are not counted.

import { asObject } from '../../../../schemas/values/json.ts'
import type { EndpointAdapter } from '../../../values/adapter.ts'
import { failure, isFailure } from '../../../values/failures.ts'
import { COUNT_METHOD, countedParts, readCount } from '../count-tokens.ts'
import { countClaudeTokens, isClaude } from './claude.ts'
import { isMistral } from './mistral.ts'
import { isOpenModel } from './open-model.ts'
import { vertexModelPath } from './vertex-endpoint.ts'

export const countTokens: EndpointAdapter = {
  supportsModel: model => isClaude(model) || !(isOpenModel(model) || isMistral(model)),
  request: (body, context) => {
    if (isClaude(context.model)) return countClaudeTokens(body, context)
    const endpoint = vertexModelPath('google', context)
    if (isFailure(endpoint)) return endpoint
    const counted = countedParts(body, context)
    return isFailure(counted) ? counted : { ...counted, path: endpoint.path + COUNT_METHOD }
  },
  reply: (body, { model }) => (isClaude(model) ? claudeCount(body) : readCount(body)),
}

/** Claude's count is in the client's dialect already. */
function claudeCount(body: unknown): ReturnType<typeof readCount> {
  const reply = asObject(body)
  return 'input_tokens' in reply
    ? reply
    : failure('invalid_upstream_reply', 'Vertex AI returned no token count.', { cause: 'decode' })
}
