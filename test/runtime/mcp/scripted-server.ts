// An MCP server of the modern era as a port of the network: answers are values, and come when the test lets them.
import { type ByteSink, concatenate } from '../../../runtime/values/byte-stream.ts'
import type { Upstream, UpstreamRequest } from '../../../runtime/values/ports.ts'

type UpstreamHandler = Parameters<Upstream>[1]

export interface ScriptedServer {
  readonly upstream: Upstream
  /** Requests of tools that were not answered yet, in the order in which they came. */
  readonly waiting: { readonly message: RpcCall; readonly answer: (result: object) => void }[]
  readonly seen: RpcCall[]
}

export interface RpcCall {
  readonly id: string | number
  readonly method: string
  readonly params: { readonly name?: string; readonly arguments?: unknown; readonly _meta?: object }
}

/** Sends a reply in the pieces that it is cut into. */
export function replyWith(handler: UpstreamHandler, type: string, pieces: readonly Uint8Array[]): void {
  handler.reply({
    status: 200,
    headers: ['content-type', type],
    body: {
      start: (sink: ByteSink) => {
        for (const piece of pieces) sink.chunk(piece)
        sink.end()
      },
      pause: () => {},
      resume: () => {},
      cancel: () => {},
    },
  } as Parameters<UpstreamHandler['reply']>[0])
}

const encode = (text: string): Uint8Array => new TextEncoder().encode(text)

export function createScriptedServer(): ScriptedServer {
  const waiting: ScriptedServer['waiting'] = []
  const seen: RpcCall[] = []
  const upstream: Upstream = (request: UpstreamRequest, handler) => {
    const bytes = request.body instanceof Uint8Array ? request.body : concatenate([])
    const message = JSON.parse(new TextDecoder().decode(bytes)) as RpcCall
    seen.push(message)
    const answer = (result: object): void =>
      replyWith(handler, 'application/json', [
        encode(JSON.stringify({ jsonrpc: '2.0', id: message.id, result })),
      ])
    if (message.method === 'server/discover')
      answer({
        supportedVersions: ['2026-07-28'],
        capabilities: { tools: {} },
        serverInfo: { name: 'scripted', version: '1' },
      })
    else waiting.push({ message, answer })
    return () => {}
  }
  return { upstream, waiting, seen }
}
