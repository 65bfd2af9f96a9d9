// An agent whose card and replies a test writes by hand, and a gateway in front of it.
import type { IncomingMessage, ServerResponse } from 'node:http'
import { later } from '../local-servers.ts'
import { type RunningGateway, runGateway } from '../running-gateway.ts'
import { freePort } from '../test-redis.ts'
import { modernCard } from './modern-agent.ts'
import { runTestAgent, type TestAgent } from './test-agent.ts'

export type AgentAnswer = (request: IncomingMessage, response: ServerResponse, body: string) => void

/** What an agent answers to each operation: a JSON value. */
export const answerJson =
  (value: unknown, status = 200): AgentAnswer =>
  (_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json' })
    response.end(JSON.stringify(value))
  }

/** `card`: gets the origin; a string is sent as it is. */
export const runScriptedAgent = (
  answer: AgentAnswer = answerJson({ jsonrpc: '2.0', id: 1, result: {} }),
  card: (origin: string) => unknown = modernCard,
): Promise<TestAgent> =>
  runTestAgent(origin => (request, response) => {
    if (request.url?.startsWith('/.well-known/') === true) {
      const shown = card(origin)
      response.writeHead(200, { 'content-type': 'application/json' })
      return void response.end(typeof shown === 'string' ? shown : JSON.stringify(shown))
    }
    let body = ''
    request.setEncoding('utf8').on('data', piece => {
      body += piece
    })
    request.on('end', () => answer(request, response, body))
  })

export interface AgentGateway extends RunningGateway {
  /** The URL of an agent. */
  readonly agentUrl: (slug: string) => string
}

/** A gateway that is closed with the rest of the test. */
export async function runAgentGateway(
  manifest: object,
  environment: Readonly<Record<string, string>> = {},
): Promise<AgentGateway> {
  const port = await freePort()
  const publicUrl = `http://127.0.0.1:${port}`
  const gateway = await runGateway(
    { listen: { port }, public_url: publicUrl, trusted_hosts: ['127.0.0.1'], ...manifest },
    {},
    environment,
  )
  later(gateway.stop)
  return { ...gateway, agentUrl: slug => `${publicUrl}/agents/${slug}` }
}

export interface RpcReply {
  readonly status: number
  readonly body: {
    readonly id?: unknown
    readonly result?: unknown
    readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown }
  }
}

/** Sends one request of JSON-RPC, in version 1.0 unless a header says otherwise. */
export async function callRpc(
  url: string,
  method: string,
  params: unknown,
  headers: Readonly<Record<string, string>> = { 'a2a-version': '1.0' },
): Promise<RpcReply> {
  const reply = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ jsonrpc: '2.0', id: 7, method, params }),
  })
  return { status: reply.status, body: (await reply.json()) as RpcReply['body'] }
}

export const messageOf = (text: string): object => ({
  message: { messageId: 'm', role: 'ROLE_USER', parts: [{ text }] },
})
