// One call of a tool as the request of its operation, and the reply as the result of the tool.
import { asObject, isObject, type Json, type JsonObject } from '../../../schemas/values/json.ts'
import type { RpcOutcome } from '../../mcp/messages/message.ts'
import { encodeJson } from '../../values/body/splice.ts'
import { type ByteStream, readAll } from '../../values/byte-stream.ts'
import { type Failure, failure, isFailure, quoted } from '../../values/failures.ts'
import type { ApiReply } from '../core/api-request.ts'
import type { Principal } from '../core/principal.ts'
import type { OperationRequest, RunOperation } from '../serve/run-operation.ts'
import { BODY_ARGUMENT, type ControlTool, IF_MATCH_ARGUMENT } from './describe-tools.ts'

/** Bytes of a download that are read into a result. */
const MAX_DOWNLOAD = 1_048_576

/** What an operation refuses is a result with the reason, since the model is to read it. */
export async function callTool(
  tool: ControlTool,
  args: Json | undefined,
  principal: Principal,
  run: RunOperation,
): Promise<RpcOutcome> {
  const request = toRequest(tool, args)
  if (isFailure(request)) return refusedResult(request)
  const { head, path, body } = request
  const reply = await run(principal, { fact: tool.fact, path }, head, body)
  if (isFailure(reply)) return refusedResult(reply)
  return reply.stream === undefined ? toResult(reply) : await downloadResult(reply.stream.bytes)
}

interface ToolRequest {
  readonly head: OperationRequest
  readonly path: Readonly<Record<string, string>>
  readonly body: Uint8Array
}

const NO_BODY = new Uint8Array(0)

function toRequest({ fact, inPath }: ControlTool, args: Json | undefined): ToolRequest | Failure {
  if (args !== undefined && !isObject(args))
    return failure('invalid_request', 'The arguments of a tool must be an object.')
  const given = asObject(args)
  const path: Record<string, string> = {}
  for (const name of inPath) {
    const value = textOf(given[name])
    if (value === undefined || value === '')
      return failure('invalid_request', `The argument ${name} is missing.`, { param: name })
    path[name] = value
  }
  const { [BODY_ARGUMENT]: body, [IF_MATCH_ARGUMENT]: ifMatch } = given
  const takesBody = fact.body !== undefined
  const takesMatch = fact.method !== 'GET' && fact.method !== 'POST'
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(given)) {
    if (inPath.includes(name) || (name === BODY_ARGUMENT && takesBody)) continue
    if (name === IF_MATCH_ARGUMENT && takesMatch) continue
    // The route refuses what it does not have.
    query.append(name, textOf(value) ?? JSON.stringify(value))
  }
  const pathname = fact.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(path[name] ?? ''),
  )
  const expects = takesMatch ? ifMatch : undefined
  if (expects !== undefined && typeof expects !== 'string')
    return failure('invalid_request', `${quoted(IF_MATCH_ARGUMENT)} must be a string.`, {
      param: IF_MATCH_ARGUMENT,
    })
  return {
    head: {
      method: fact.method,
      path: query.size === 0 ? pathname : `${pathname}?${query}`,
      pathname,
      headers: expects === undefined ? [] : ['if-match', expects],
    },
    path,
    body: takesBody && body !== undefined ? encodeJson(body) : NO_BODY,
  }
}

/** Undefined for what is not a plain value. */
const textOf = (value: Json | undefined): string | undefined =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? String(value)
    : undefined

const textContent = (text: string): JsonObject => ({ type: 'text', text })

function toResult({ status = 200, body, revision }: ApiReply): RpcOutcome {
  const isEmpty = status === 204 || (isObject(body) && Object.keys(body).length === 0)
  return {
    result: {
      content: [
        textContent(isEmpty ? 'Done.' : JSON.stringify(body)),
        ...(revision === undefined ? [] : [textContent(`ETag: "${revision}"`)]),
      ],
      ...(!isEmpty && isObject(body) && { structuredContent: body }),
    },
  }
}

const downloadResult = (bytes: ByteStream): Promise<RpcOutcome> =>
  new Promise(resolve => {
    readAll(bytes, MAX_DOWNLOAD, read => {
      resolve(
        isFailure(read)
          ? refusedResult(read.cause === 'too-large' ? TOO_LARGE : read)
          : { result: { content: [textContent(new TextDecoder().decode(read))] } },
      )
    })
  })

const TOO_LARGE = failure(
  'invalid_request',
  `The download exceeds ${MAX_DOWNLOAD} bytes, the limit for the result of a tool. Download it by HTTP.`,
)

/** The sentence that the interface itself would reply with. */
const refusedResult = ({ code, message, param, details }: Failure): RpcOutcome => ({
  result: {
    isError: true,
    content: [textContent(message)],
    structuredContent: { error: { code, message, param: param ?? null, ...(details && { details }) } },
  },
})
