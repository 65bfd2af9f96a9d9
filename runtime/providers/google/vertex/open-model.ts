// Open models at Vertex AI (`meta/llama-...`, `deepseek-ai/...`): they speak the OpenAI schema, at one path for all
// of them, so replies pass unchanged.
import type { JsonObject } from '../../../../schemas/values/json.ts'
import { isList, isObject, parseJson } from '../../../../schemas/values/json.ts'
import type { AdapterContext, EndpointAdapter, StreamMapper, StreamStep } from '../../../values/adapter.ts'
import { failure, isFailure } from '../../../values/failures.ts'
import { streamTruncatedError, vendorError } from '../../../wire/error.ts'
import { fitChat } from '../../../wire/fit-chat.ts'
import { projectPath } from './vertex-endpoint.ts'

/** True for a model with a publisher that is neither Google nor Anthropic. */
export const isOpenModel = (model: string): boolean =>
  /^[a-z0-9-]+\//.test(model) && !/^(google|models|tunedModels|endpoints|publishers)\//.test(model)

/** The servers of open models sample from the most likely tokens. */
const OPEN_MODEL_WORDS = ['top_k']

export const openModel: EndpointAdapter = {
  request: (chat, context) => {
    const { model, settings } = context
    const { body, dropped } = fitChat(chat, { ...context, accepts: OPEN_MODEL_WORDS })
    const project = projectPath(settings)
    if (isFailure(project)) return project
    return {
      body: { ...body, model },
      dropped,
      path: `${project.path}/endpoints/openapi/chat/completions`,
    }
  },
  reply: body => {
    if (isObject(body) && isList(body['choices'])) return body
    const message = vendorError(body, 200).message
    return failure('invalid_upstream_reply', message, { cause: 'decode' })
  },
  stream: passEvents,
}

/** OpenAI stream events. A body that ends after a finish reason, but without `[DONE]`, is complete. */
function passEvents({ includeUsage }: AdapterContext): StreamMapper {
  let over = false
  let finished = false
  const finish = (step: StreamStep): readonly StreamStep[] => {
    over = true
    return [step]
  }
  const end = (): readonly StreamStep[] => finish(finished ? 'done' : { error: streamTruncatedError })
  return {
    event: ({ data: text }) => {
      if (over) return []
      if (text.trim() === '[DONE]') return end()
      const chunk = parseJson(text)
      if (!isObject(chunk)) return []
      if (isObject(chunk['error'])) return finish({ error: vendorError(chunk, 500) })
      finished ||= reasons(chunk).some(reason => typeof reason === 'string' && reason !== '')
      return includeUsage ? [{ chunk }] : withoutUsage(chunk)
    },
    end: () => (over ? [] : end()),
  }
}

const reasons = ({ choices }: JsonObject): readonly unknown[] =>
  isList(choices) ? choices.map(choice => isObject(choice) && choice['finish_reason']) : []

function withoutUsage({ usage, ...chunk }: JsonObject): readonly StreamStep[] {
  const { choices } = chunk
  return usage !== undefined && isList(choices) && choices.length === 0 ? [] : [{ chunk }]
}
