// Streams of ten events a second, each with the time of the machine's monotonic clock at which it was written.
import { createServer } from 'node:http'

const INTERVAL = 100
const event = (): string =>
  `data: {"id":"x","object":"chat.completion.chunk","created":1,"model":"bench","choices":[{"index":0,"delta":{"content":"${process.hrtime.bigint()}"},"logprobs":null,"finish_reason":null}]}\n\n`

const server = createServer({ keepAliveTimeout: 65_000 }, (request, response) => {
  request.resume().on('end', () => {
    response.writeHead(200, ['content-type', 'text/event-stream'])
    // Streams do not beat together.
    const timer = setTimeout(() => {
      const beat = setInterval(() => response.write(event()), INTERVAL)
      response.once('close', () => clearInterval(beat))
    }, Math.random() * INTERVAL)
    response.once('close', () => clearTimeout(timer))
  })
})
server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as { port: number }).port }))
process.once('disconnect', () => process.exit())
