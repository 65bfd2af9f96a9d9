// Text completions of Mistral: fill-in-the-middle, which only the Codestral models have. Prompt and suffix are those of a
// completion, reply and stream those of a chat.
import type { JsonObject } from '../../../schemas/values/json.ts'
import { asList, isList, isObject, parseJson } from '../../../schemas/values/json.ts'
import type {
  AdapterContext,
  EndpointAdapter,
  ProviderBody,
  StreamMapper,
  StreamStep,
} from '../../values/adapter.ts'
import { type Failure, failure } from '../../values/failures.ts'
import { completionChunk, completionFromChat } from '../../wire/completion-from-chat.ts'
import { collectConversionErrors } from '../../wire/conversion-errors.ts'
import { copyTo, singleChoice, toField } from '../../wire/conversions.ts'
import { inputTexts } from '../../wire/embeddings.ts'
import { streamTruncatedError, vendorError } from '../../wire/error.ts'
import { handledElsewhere, parameterConverter, refuse, unchanged } from '../../wire/parameters.ts'

export const fillInTheMiddle: EndpointAdapter = {
  request: convertRequest,
  reply: (body, context) =>
    isObject(body) && isList(body['choices'])
      ? completionFromChat(body, headOf(context))
      : failure('invalid_upstream_reply', vendorError(body, 200).message, { cause: 'decode' }),
  stream: mapStream,
  supportsModel: model => /codestral/i.test(model),
}

const headOf = ({ identifier, now, model }: AdapterContext) => ({
  id: `cmpl-${identifier}`,
  created: now,
  model,
})

const convertParameters = parameterConverter([
  ['model prompt stream stream_options', handledElsewhere],
  ['temperature top_p stop max_tokens suffix min_tokens random_seed', unchanged],
  ['seed', copyTo(toField('random_seed'))],
  ['n best_of', singleChoice],
  [
    'echo',
    (value, report, name) => (value === true ? refuse(report, name, `${name} is not supported.`) : {}),
  ],
  ['logprobs', (_, report, name) => refuse(report, name, `${name} is not supported.`)],
])

function convertRequest(body: JsonObject, context: AdapterContext): ProviderBody | Failure {
  const { report, failure } = collectConversionErrors()
  const [prompt, ...others] = inputTexts(body['prompt']) ?? []
  if (prompt === undefined || others.length > 0)
    report('prompt must be one string for this provider.', 'prompt')
  const { parameters, dropped } = convertParameters(body, report, context)
  const stream = context.stream ? { stream: true } : {}
  return (
    failure() ?? { body: { model: context.model, prompt: prompt ?? '', ...parameters, ...stream }, dropped }
  )
}

function mapStream(context: AdapterContext): StreamMapper {
  const head = headOf(context)
  let isFinished = false
  let isOver = false
  const finish = (): readonly StreamStep[] => over(isFinished ? 'done' : { error: streamTruncatedError })
  const over = (step: StreamStep): readonly StreamStep[] => {
    isOver = true
    return [step]
  }
  return {
    event: ({ data: text }) => {
      if (isOver) return []
      if (text.trim() === '[DONE]') return finish()
      const chunk = parseJson(text)
      if (!isObject(chunk)) return []
      if (isObject(chunk['error'])) return over({ error: vendorError(chunk, 502) })
      const converted = completionChunk(chunk, head, context.includeUsage)
      if (converted === undefined) return []
      isFinished ||= asList(converted['choices']).some(
        choice => isObject(choice) && choice['finish_reason'] !== null,
      )
      return [{ chunk: converted }]
    },
    end: () => (isOver ? [] : finish()),
  }
}
