// One chat through the gateway as any client sends it, whole or streamed, with what its headers tell about the way.
import { createParser } from 'eventsource-parser'
import {
  asList,
  asObject,
  asText,
  type Json,
  type JsonObject,
  parseJson,
} from '../../../../../schemas/values/json.ts'
import { api } from '../../api/client.ts'

export interface ChatReply {
  readonly status: number
  readonly text: string
  readonly reasoning: string
  /** Calls of tools, as JSON. */
  readonly tools: readonly JsonObject[]
  /** Addresses or data of images in the reply. */
  readonly images: readonly string[]
  readonly fault: string | undefined
  /** Values of the gateway's headers, by their names without the prefix. */
  readonly headers: Readonly<Record<string, string>>
  /** Verdicts of guards, as the reply has them. */
  readonly verdicts: Json | undefined
  /** Milliseconds until the first content, and until the end. */
  readonly firstToken: number | undefined
  readonly took: number | undefined
}

export const NO_REPLY: ChatReply = {
  status: 0,
  text: '',
  reasoning: '',
  tools: [],
  images: [],
  fault: undefined,
  headers: {},
  verdicts: undefined,
  firstToken: undefined,
  took: undefined,
}

/** The names of the gateway's headers that are shown; their prefix is a setting. */
const HEADER =
  /^x-.*?-?(trace-id|provider|member|model|last-used-option-index|retry-attempt-count|cache-status|hook-verdict|skipped-targets|ignored|dropped-params|cost)$/

/** Calls `show` whenever more of the reply is there. */
export async function sendChat(
  body: JsonObject,
  config: string | undefined,
  prefix: string,
  signal: AbortSignal,
  show: (reply: ChatReply) => void,
): Promise<void> {
  const began = performance.now()
  let reply = NO_REPLY
  const change = (more: Partial<ChatReply>): void => {
    reply = { ...reply, ...more }
    show(reply)
  }
  try {
    const response = await api.fetch('/v1/chat/completions', {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(config !== undefined && { [`${prefix}config`]: config }),
      },
      body: JSON.stringify(body),
      signal,
    })
    change({ status: response.status, headers: gatewayHeaders(response.headers) })
    if (response.headers.get('content-type')?.startsWith('text/event-stream') === true)
      await readStream(response, began, () => reply, change)
    else change(readWhole(asObject(parseJson(await response.text())), response.status))
    change({ took: performance.now() - began })
  } catch {
    change({
      fault: signal.aborted
        ? 'Stopped.'
        : 'The connection to the gateway was lost before the end of the reply.',
      took: performance.now() - began,
    })
  }
}

const gatewayHeaders = (headers: Headers): Readonly<Record<string, string>> =>
  Object.fromEntries(
    [...headers].flatMap(([name, value]) => {
      const known = HEADER.exec(name)?.[1]
      return known === undefined ? [] : [[known, value]]
    }),
  )

function readWhole(body: JsonObject, status: number): Partial<ChatReply> {
  const message = asObject(asObject(asList(body['choices'])[0])['message'])
  const error = asObject(body['error'])
  return {
    text: asText(message['content']) ?? '',
    reasoning: asText(message['reasoning_content']) ?? asText(message['reasoning']) ?? '',
    tools: asList(message['tool_calls']).map(asObject),
    images: imagesOf(message),
    verdicts: body['hook_results'],
    fault: status < 400 ? undefined : (asText(error['message']) ?? `The gateway replied with ${status}.`),
  }
}

/** Only images that are in the reply itself: the page loads nothing from elsewhere. */
const imagesOf = (message: JsonObject): readonly string[] =>
  asList(message['images']).flatMap(image => {
    const url = asText(asObject(asObject(image)['image_url'])['url'])
    return url?.startsWith('data:image/') === true ? [url] : []
  })

async function readStream(
  response: Response,
  began: number,
  current: () => ChatReply,
  change: (more: Partial<ChatReply>) => void,
): Promise<void> {
  const tools: JsonObject[] = []
  let hasEnded = false
  const parser = createParser({
    onEvent: ({ data }) => {
      if (data === '[DONE]') {
        hasEnded = true
        return
      }
      const event = asObject(parseJson(data))
      const error = asText(asObject(event['error'])['message'])
      if (error !== undefined) return change({ fault: error })
      if (event['hook_results'] !== undefined) change({ verdicts: event['hook_results'] })
      const choice = asObject(asList(event['choices'])[0])
      const delta = asObject(choice['delta'])
      if (typeof choice['finish_reason'] === 'string') hasEnded = true
      const { text, reasoning, firstToken, images } = current()
      const more = asText(delta['content']) ?? ''
      const thought = asText(delta['reasoning_content']) ?? asText(delta['reasoning']) ?? ''
      for (const call of asList(delta['tool_calls']).map(asObject)) mergeCall(tools, call)
      change({
        text: text + more,
        reasoning: reasoning + thought,
        tools: [...tools],
        images: [...images, ...imagesOf(delta)],
        ...(firstToken === undefined &&
          (more !== '' || thought !== '') && { firstToken: performance.now() - began }),
      })
    },
  })
  const decoder = new TextDecoder()
  const reader = response.body?.getReader()
  for (let read = await reader?.read(); read?.done === false; read = await reader?.read())
    parser.feed(decoder.decode(read.value, { stream: true }))
  if (!hasEnded && current().fault === undefined) change({ fault: 'The stream ended before the reply did.' })
}

/** Parts of one call have the same index. */
function mergeCall(calls: JsonObject[], part: JsonObject): void {
  const at = typeof part['index'] === 'number' ? part['index'] : 0
  const before = asObject(calls[at])
  const called = asObject(before['function'])
  const more = asObject(part['function'])
  calls[at] = {
    ...before,
    ...(part['id'] !== undefined && { id: part['id'] }),
    function: {
      name: (asText(called['name']) ?? '') + (asText(more['name']) ?? ''),
      arguments: (asText(called['arguments']) ?? '') + (asText(more['arguments']) ?? ''),
    },
  }
}
