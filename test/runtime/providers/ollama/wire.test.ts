// Recorded chats, and fixtures: as OpenAI replies, streams and errors; and converted OpenAI requests.
import { describe, expect, test } from 'vitest'
import { convertReply } from '../../../../runtime/providers/ollama/convert-reply.ts'
import { ollama } from '../../../../runtime/providers/ollama/ollama.ts'
import type { JsonObject } from '../../../../schemas/values/json.ts'
import { asList, asObject, isObject } from '../../../../schemas/values/json.ts'
import { expectRecordings } from '../expect-recordings.ts'
import { fold, foldReply } from '../fold.ts'
import { recordedCalls } from '../recorded-calls.ts'
import { areRecorded } from '../recordings.ts'
import { completionOf, type Dialect, runErrorCases, runReplyCases, runStreamCases } from '../run-cases.ts'
import type { WireCase } from '../wire-case.ts'
import { context, loose } from './context.ts'
import { fixtures, type Observed } from './fixtures.ts'
import { written } from './requests.ts'
import { stepsOfLines } from './steps.ts'

const recorded = recordedCalls<Observed>('ollama/chat')
const cases: readonly WireCase<Observed>[] = [...fixtures, ...recorded]

function usageOf({ usage = {} }: Observed) {
  const { prompt_eval_count: prompt = 0, eval_count: completion = 0 } = usage
  return {
    prompt_tokens: prompt,
    completion_tokens: completion,
    total_tokens: prompt + completion,
    prompt_tokens_details: { cached_tokens: 0 },
    completion_tokens_details: {
      reasoning_tokens: 0,
      accepted_prediction_tokens: 0,
      rejected_prediction_tokens: 0,
    },
  }
}

/** The provider sends `stop` for tool calls too. */
function finishOf({ finishReason, toolCalls = [] }: Observed): string | undefined {
  return finishReason === 'stop' && toolCalls.length > 0 ? 'tool_calls' : finishReason
}

const dialect: Dialect<Observed> = {
  context,
  reply: ({ body }, given) => convertReply(body, given),
  steps: (_, given, pieces) => stepsOfLines(given, pieces),
  finish: finishOf,
  usage: ({ observed }) => ({ strict: usageOf(observed), loose: usageOf(observed) }),
}

expectRecordings([{ found: recorded.length, atLeast: 4 }])
runReplyCases(dialect, cases)
runStreamCases(dialect, cases)
runErrorCases(cases, ({ status, body, observed: { errorMessage } }) => {
  expect(ollama.error(body, status)).toEqual({ message: errorMessage, type: 'invalid_request_error' })
})

describe('invalid whole replies', () => {
  test.each([
    ['x', 'not a JSON object'],
    [{ error: 'Oh.' }, 'Oh.'],
    [{ done: true }, 'returned no message'],
  ])('not understood: %j', (body, message) => {
    expect(convertReply(body, context)).toMatchObject({
      code: 'invalid_upstream_reply',
      message: expect.stringContaining(message),
    })
  })
})

test('a stream and a whole reply agree', () => {
  const [stream, , whole] = fixtures
  const folded = fold(stepsOfLines(loose, [stream?.stream ?? Buffer.alloc(0)]))
  expect(folded).toEqual(foldReply(completionOf(convertReply(whole?.body, loose))))
})

describe('OpenAI requests are converted to the recorded ones', () => {
  // The second call of one recording lacks the first: its result has no matching call.
  const sent = recorded.filter(each => !each.name.endsWith('llm-function-class-1') && isObject(each.request))
  test.runIf(areRecorded).each(sent.map(each => [each.name, each] as const))('%s', (_, each) => {
    const { options, tools, ...request } = asObject(each.request)
    const offered = asList(tools).map(tool => {
      const { name: _double, ...rest } = asObject(tool)
      return rest
    })
    const given = { ...context, model: String(request['model']), stream: request['stream'] === true }
    const asked: JsonObject = { ...request, ...asObject(options), tools: offered }
    expect(written(asked, given)).toEqual({
      body: {
        ...request,
        ...(offered.length === 0 ? {} : { tools: offered }),
        ...(options === undefined ? {} : { options }),
      },
      dropped: [],
    })
  })

  test('fixture: a question', () => {
    const messages = [{ role: 'user', content: 'Why?' }]
    expect(written({ model: 'x', messages, max_tokens: 5 })).toEqual({
      body: { model: 'qwen-test', messages, options: { num_predict: 5 }, stream: false },
      dropped: [],
    })
  })
})
