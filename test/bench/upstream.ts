// The provider of the bench: answers at once, from bytes made beforehand. The path chooses the reply: a small JSON
// body, or a stream of 200 events in a burst.
import { createServer } from 'node:http'

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
const event = (delta: object, finish: string | null): Buffer =>
  Buffer.from(
    `data: ${JSON.stringify({ id: 'chatcmpl-bench', object: 'chat.completion.chunk', created: 1, model: 'bench', choices: [{ index: 0, delta, logprobs: null, finish_reason: finish }] })}\n\n`,
  )
const events = [
  event({ role: 'assistant', content: '' }, null),
  ...Array.from({ length: 198 }, () => event({ content: 'word ' }, null)),
  event({}, 'stop'),
]

const server = createServer({ keepAliveTimeout: 65_000 }, (request, response) => {
  const stream = request.url?.startsWith('/stream') === true
  request.on('data', () => {})
  request.on('end', () => {
    if (!stream) {
      response.writeHead(200, ['content-type', 'application/json', 'content-length', String(reply.length)])
      response.end(reply)
      return
    }
    response.writeHead(200, ['content-type', 'text/event-stream'])
    for (const bytes of events) response.write(bytes)
    response.end('data: [DONE]\n\n')
  })
})
server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as { port: number }).port }))
