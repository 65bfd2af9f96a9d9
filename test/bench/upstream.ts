// The upstream of the benchmark: responds immediately with bytes encoded beforehand. The path selects a small JSON
// body or a stream of some 200 events in a burst.
import { createServer, type ServerResponse } from 'node:http'
import { streams } from './streams.ts'

const reply = Buffer.from(
  JSON.stringify({
    id: 'chatcmpl-bench',
    object: 'chat.completion',
    created: 1,
    model: 'anthropic.bench-model-2026-01-01',
    choices: [
      {
        index: 0,
        message: { role: 'assistant', content: 'word '.repeat(60) },
        logprobs: null,
        finish_reason: 'stop',
      },
    ],
    usage: { prompt_tokens: 10, completion_tokens: 60, total_tokens: 70 },
  }),
)
const usage = { input_tokens: 10, output_tokens: 60 }
/** The whole replies by the first part of the path; a completion by default. */
const wholes: Readonly<Record<string, readonly [status: number, body: Buffer]>> = {
  failing: [500, Buffer.from(JSON.stringify({ error: { message: 'It failed.', type: 'server_error' } }))],
  message: [
    200,
    Buffer.from(
      JSON.stringify({
        id: 'msg_bench',
        type: 'message',
        role: 'assistant',
        model: 'anthropic.bench-model-2026-01-01',
        content: [{ type: 'text', text: 'word '.repeat(60) }],
        stop_reason: 'end_turn',
        stop_sequence: null,
        usage,
      }),
    ),
  ],
}

/** Writes a piece every few milliseconds, like a model. */
function pace(response: ServerResponse, pieces: readonly Uint8Array[]): void {
  let at = 0
  const timer = setInterval(() => {
    const piece = pieces[at]
    at += 1
    if (piece !== undefined && !response.destroyed) return void response.write(piece)
    clearInterval(timer)
    response.end()
  }, 5)
}

const server = createServer({ keepAliveTimeout: 65_000 }, (request, response) => {
  const kind = request.url?.split('/')[1] ?? ''
  const stream = streams[kind]
  request.on('data', () => {})
  request.on('end', () => {
    if (stream === undefined) {
      const [status, body] = wholes[kind] ?? [200, reply]
      response.writeHead(status, ['content-type', 'application/json', 'content-length', String(body.length)])
      response.end(body)
      return
    }
    response.writeHead(200, ['content-type', stream.type])
    if (request.url?.startsWith('/paced')) return pace(response, stream.pieces)
    for (const bytes of stream.pieces) response.write(bytes)
    response.end()
  })
})
server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as { port: number }).port }))
process.once('disconnect', () => process.exit())
