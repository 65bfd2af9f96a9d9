// The upstream of the benchmark: responds immediately with bytes encoded beforehand. The path selects a small JSON
// body or a stream of some 200 events in a burst.
import { createServer, type ServerResponse } from 'node:http'
import { streams } from './streams.ts'

const reply = Buffer.from(
  JSON.stringify({
    id: 'chatcmpl-bench',
    object: 'chat.completion',
    created: 1,
    model: 'bench',
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
  const stream = streams[request.url?.split('/')[1] ?? '']
  request.on('data', () => {})
  request.on('end', () => {
    if (stream === undefined) {
      response.writeHead(200, ['content-type', 'application/json', 'content-length', String(reply.length)])
      response.end(reply)
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
