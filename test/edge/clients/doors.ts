// The doors of the gateway as an agent uses them: the request with a history, and what a reply says, whole and streamed. Written by hand
// from the vendors' documents, so that a door is tested with a provider that its own SDK does not know.
import { parseAwsEvents } from '../../../runtime/streams/aws-event-stream.ts'
import { readEvents } from '../../../runtime/streams/server-sent-events.ts'
import type { Json, JsonObject } from '../../../schemas/values/json.ts'
import { asList, asObject, asText, parseJson } from '../../../schemas/values/json.ts'
import { NAMES, PARAMETERS } from './tools.ts'

interface DoorCall {
  readonly id: string
  readonly name: string
  readonly args: Json
}

export interface DoorReply {
  readonly text: string
  readonly calls: readonly DoorCall[]
  /** The turns that go back into the history. */
  readonly turns: readonly JsonObject[]
  /** Whether it ended as one with or without calls does. */
  readonly end: Json | undefined
}

export interface Door {
  readonly path: (model: string, stream: boolean) => string
  /** `turns`: of this door. */
  readonly body: (model: string, turns: readonly JsonObject[], stream: boolean) => JsonObject
  readonly user: (text: string) => JsonObject
  readonly results: (
    results: readonly { readonly call: DoorCall; readonly text: string }[],
  ) => readonly JsonObject[]
  readonly whole: (body: JsonObject) => DoorReply
  readonly streamed: (bytes: Uint8Array) => DoorReply
  /** What `end` is with calls, and without. */
  readonly ends: readonly [string, string]
  readonly headers?: Readonly<Record<string, string>>
}

const DESCRIPTION = 'What is known of a city.'
const INSTRUCTIONS = 'You know Switzerland.'
const text = (value: Json | undefined): string => asText(value) ?? ''
const objects = (value: Json | undefined): readonly JsonObject[] => asList(value).map(asObject)
const json = (value: Json | undefined): Json => parseJson(text(value)) ?? {}
const events = (bytes: Uint8Array): readonly JsonObject[] =>
  readEvents(bytes).map(({ data }) => asObject(parseJson(data)))

export interface Frame {
  readonly event: string
  readonly data: JsonObject
}

/** The frames of a stream of AWS. */
export function frames(bytes: Uint8Array): readonly Frame[] {
  const read: Frame[] = []
  const parser = parseAwsEvents(
    ({ event = '', data }) => read.push({ event, data: asObject(parseJson(data)) }),
    fault => {
      throw new Error(fault)
    },
  )
  parser.feed(bytes)
  parser.end()
  return read
}

const chat: Door = {
  path: () => '/v1/chat/completions',
  body: (model, messages, stream) => ({
    model,
    stream,
    messages: [{ role: 'system', content: INSTRUCTIONS }, ...messages],
    tools: NAMES.map(name => ({
      type: 'function',
      function: { name, description: DESCRIPTION, parameters: PARAMETERS },
    })),
  }),
  user: content => ({ role: 'user', content }),
  results: results =>
    results.map(({ call, text: content }) => ({ role: 'tool', tool_call_id: call.id, content })),
  whole: body => {
    const [choice = {}] = objects(body['choices'])
    return chatReply(asObject(choice['message']), choice['finish_reason'])
  },
  streamed: bytes => {
    let content = ''
    let end: Json | undefined
    const calls: { id: string; type: 'function'; function: { name: string; arguments: string } }[] = []
    for (const { choices } of events(bytes))
      for (const { delta, finish_reason: reason = null } of objects(choices)) {
        end = reason ?? end
        content += text(asObject(delta)['content'])
        for (const { index, id, function: called } of objects(asObject(delta)['tool_calls'])) {
          const at = Number(index)
          calls[at] ??= { id: text(id), type: 'function', function: { name: '', arguments: '' } }
          const { name, arguments: piece } = asObject(called)
          calls[at].function.name += text(name)
          calls[at].function.arguments += text(piece)
        }
      }
    return chatReply({ role: 'assistant', content, ...(calls.length > 0 && { tool_calls: calls }) }, end)
  },
  ends: ['tool_calls', 'stop'],
}

const chatReply = (message: JsonObject, end: Json | undefined): DoorReply => ({
  text: text(message['content']),
  calls: objects(message['tool_calls']).map(({ id, function: called }) => ({
    id: text(id),
    name: text(asObject(called)['name']),
    args: json(asObject(called)['arguments']),
  })),
  turns: [message],
  end,
})

const responses: Door = {
  path: () => '/v1/responses',
  body: (model, input, stream) => ({
    model,
    stream,
    input,
    instructions: INSTRUCTIONS,
    store: false,
    tools: NAMES.map(name => ({ type: 'function', name, description: DESCRIPTION, parameters: PARAMETERS })),
  }),
  user: content => ({ role: 'user', content }),
  results: results =>
    results.map(({ call, text: output }) => ({ type: 'function_call_output', call_id: call.id, output })),
  whole: ({ output, status }) => {
    const items = objects(output)
    return {
      text: items
        .flatMap(({ content }) => objects(content))
        .map(part => text(part['text']))
        .join(''),
      calls: items
        .filter(({ type }) => type === 'function_call')
        .map(item => ({
          id: text(item['call_id']),
          name: text(item['name']),
          args: json(item['arguments']),
        })),
      turns: items,
      end: status,
    }
  },
  streamed: bytes => {
    const last = events(bytes).find(({ type }) => type === 'response.completed')
    return responses.whole(asObject(last?.['response']))
  },
  ends: ['completed', 'completed'],
}

/** A message without its model, and with the version of a cloud. */
const cloudBody =
  (anthropic_version: string) =>
  (model: string, turns: readonly JsonObject[], stream: boolean): JsonObject => {
    const { model: _, stream: __, ...body } = messages.body(model, turns, stream)
    return { anthropic_version, ...body }
  }

const messages: Door = {
  path: () => '/v1/messages',
  body: (model, turns, stream) => ({
    model,
    stream,
    max_tokens: 2000,
    system: INSTRUCTIONS,
    messages: turns,
    tools: NAMES.map(name => ({ name, description: DESCRIPTION, input_schema: PARAMETERS })),
  }),
  user: content => ({ role: 'user', content }),
  results: results => [
    {
      role: 'user',
      content: results.map(({ call, text: content }) => ({
        type: 'tool_result',
        tool_use_id: call.id,
        content,
      })),
    },
  ],
  whole: ({ content, stop_reason: end }) => {
    const blocks = objects(content)
    return {
      text: blocks.map(block => text(block['text'])).join(''),
      calls: blocks
        .filter(({ type }) => type === 'tool_use')
        .map(({ id, name, input = {} }) => ({ id: text(id), name: text(name), args: input })),
      turns: [{ role: 'assistant', content: blocks }],
      end,
    }
  },
  streamed: bytes => messageOf(events(bytes)),
  ends: ['tool_use', 'end_turn'],
}

function messageOf(read: readonly JsonObject[]): DoorReply {
  const blocks: Record<string, Json>[] = []
  let end: Json | undefined
  for (const { type, index, content_block: block, delta } of read) {
    const at = Number(index)
    const { type: kind, stop_reason: reason, text: piece, partial_json: input } = asObject(delta)
    if (type === 'content_block_start') blocks[at] = { ...asObject(block) }
    if (kind === 'text_delta' && blocks[at]) blocks[at]['text'] = text(blocks[at]['text']) + text(piece)
    if (kind === 'input_json_delta' && blocks[at]) blocks[at]['json'] = text(blocks[at]['json']) + text(input)
    if (type === 'content_block_stop' && blocks[at]?.['type'] === 'tool_use') {
      blocks[at]['input'] = json(blocks[at]['json'])
      delete blocks[at]['json']
    }
    if (type === 'message_delta') end = reason
  }
  return messages.whole({ content: blocks, ...(end !== undefined && { stop_reason: end }) })
}

const invoke: Door = {
  ...messages,
  path: (model, stream) =>
    `/model/${encodeURIComponent(model)}/${stream ? 'invoke-with-response-stream' : 'invoke'}`,
  body: cloudBody('bedrock-2023-05-31'),
  streamed: bytes =>
    messageOf(
      frames(bytes).map(({ data }) =>
        asObject(parseJson(Buffer.from(text(data['bytes']), 'base64').toString())),
      ),
    ),
}

const vertex: Door = {
  ...messages,
  path: (model, stream) =>
    `/v1/projects/p/locations/global/publishers/anthropic/models/${model}:${stream ? 'streamRawPredict' : 'rawPredict'}`,
  body: cloudBody('vertex-2023-10-16'),
}

const converse: Door = {
  path: (model, stream) => `/bedrock/model/${model}/${stream ? 'converse-stream' : 'converse'}`,
  body: (_model, turns) => ({
    system: [{ text: INSTRUCTIONS }],
    messages: turns,
    inferenceConfig: { maxTokens: 2000 },
    toolConfig: {
      tools: NAMES.map(name => ({
        toolSpec: { name, description: DESCRIPTION, inputSchema: { json: PARAMETERS } },
      })),
    },
  }),
  user: content => ({ role: 'user', content: [{ text: content }] }),
  results: results => [
    {
      role: 'user',
      content: results.map(({ call, text: content }) => ({
        toolResult: { toolUseId: call.id, content: [{ text: content }], status: 'success' },
      })),
    },
  ],
  whole: ({ output, stopReason: end }) => {
    const message = asObject(asObject(output)['message'])
    const blocks = objects(message['content'])
    return {
      text: blocks.map(block => text(block['text'])).join(''),
      calls: blocks.flatMap(({ toolUse }) => {
        const { toolUseId, name, input = {} } = asObject(toolUse)
        return toolUse === undefined ? [] : [{ id: text(toolUseId), name: text(name), args: input }]
      }),
      turns: [message],
      end,
    }
  },
  streamed: bytes => {
    const blocks: JsonObject[] = []
    let stopReason: Json = null
    for (const { event, data } of frames(bytes)) {
      const at = Number(data['contentBlockIndex'])
      const { text: piece, toolUse, reasoningContent } = asObject(data['delta'])
      const before = blocks[at] ?? {}
      if (event === 'contentBlockStart')
        blocks[at] = { toolUse: { ...asObject(asObject(data['start'])['toolUse']), input: '' } }
      if (piece !== undefined) blocks[at] = { text: text(before['text']) + text(piece) }
      if (reasoningContent !== undefined) {
        const { reasoningText } = asObject(before['reasoningContent'])
        const { text: thought, signature } = asObject(reasoningContent)
        const grown = { text: text(asObject(reasoningText)['text']) + text(thought) }
        blocks[at] = {
          reasoningContent: { reasoningText: { ...grown, ...(signature !== undefined && { signature }) } },
        }
      }
      if (toolUse !== undefined) {
        const call = asObject(before['toolUse'])
        blocks[at] = { toolUse: { ...call, input: text(call['input']) + text(asObject(toolUse)['input']) } }
      }
      if (event === 'messageStop') stopReason = data['stopReason'] ?? null
    }
    const content = blocks.map(block =>
      block['toolUse'] === undefined
        ? block
        : { toolUse: { ...asObject(block['toolUse']), input: json(asObject(block['toolUse'])['input']) } },
    )
    return converse.whole({ output: { message: { role: 'assistant', content } }, stopReason })
  },
  ends: ['tool_use', 'end_turn'],
}

const gemini: Door = {
  path: (model, stream) =>
    `/v1beta/models/${model}:${stream ? 'streamGenerateContent?alt=sse' : 'generateContent'}`,
  body: (_model, contents) => ({
    systemInstruction: { parts: [{ text: INSTRUCTIONS }] },
    contents,
    tools: [
      {
        functionDeclarations: NAMES.map(name => ({
          name,
          description: DESCRIPTION,
          parameters: {
            type: 'OBJECT',
            properties: { city: { type: 'STRING', description: PARAMETERS.properties.city.description } },
            required: ['city'],
          },
        })),
      },
    ],
  }),
  user: content => ({ role: 'user', parts: [{ text: content }] }),
  results: results => [
    {
      role: 'user',
      parts: results.map(({ call: { id, name }, text: result }) => ({
        functionResponse: { ...(id !== '' && { id }), name, response: { result } },
      })),
    },
  ],
  whole: ({ candidates }) => {
    const [{ content = {}, finishReason } = {}] = objects(candidates)
    const parts = objects(asObject(content)['parts'])
    return {
      text: parts.map(part => (part['thought'] === true ? '' : text(part['text']))).join(''),
      calls: parts.flatMap(({ functionCall }) => {
        const { id, name, args = {} } = asObject(functionCall)
        return functionCall === undefined ? [] : [{ id: text(id), name: text(name), args }]
      }),
      turns: [asObject(content)],
      end: finishReason,
    }
  },
  streamed: bytes => {
    const read = events(bytes).map(({ candidates }) => objects(candidates)[0] ?? {})
    const parts = read.flatMap(({ content }) => objects(asObject(content)['parts']))
    const finishReason = read.at(-1)?.['finishReason'] ?? null
    return gemini.whole({ candidates: [{ content: { role: 'model', parts: joined(parts) }, finishReason }] })
  },
  ends: ['STOP', 'STOP'],
}

/** As clients store them: pieces of text are one part, unless one has a signature. */
function joined(parts: readonly JsonObject[]): readonly JsonObject[] {
  const list: JsonObject[] = []
  for (const part of parts) {
    const last = list.at(-1)
    const isText = Object.keys(part).join() === 'text'
    if (isText && last?.['text'] !== undefined && last['thought'] !== true)
      list[list.length - 1] = { ...last, text: text(last['text']) + text(part['text']) }
    else list.push(part)
  }
  return list
}

export const DOORS = { chat, responses, messages, invoke, converse, vertex, gemini } as const
