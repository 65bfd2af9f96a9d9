// An agent of the tests, whatever its version: it repeats what it is told, in two pieces, and waits for its cancellation where it is told to.
import type { IncomingHttpHeaders, RequestListener } from 'node:http'
import { createServer } from 'node:http'
import { later, listening } from '../local-servers.ts'

export interface TestAgent {
  readonly origin: string
  readonly cardUrl: string
  readonly seen: {
    /** Headers of all requests, by their paths. */
    readonly requests: { readonly path: string; readonly headers: IncomingHttpHeaders }[]
    /** Texts that arrived. */
    readonly texts: string[]
    /** Requests whose clients have left before the reply was complete. */
    abandoned: number
  }
}

/** Serves what `listen` returns, which gets the origin first, since cards say it. */
export async function runTestAgent(
  listen: (origin: string, seen: TestAgent['seen']) => RequestListener,
): Promise<TestAgent> {
  const seen: TestAgent['seen'] = { requests: [], texts: [], abandoned: 0 }
  let listener: RequestListener = () => {}
  const server = createServer((request, response) => {
    seen.requests.push({ path: request.url ?? '', headers: request.headers })
    response.on('close', () => {
      if (!response.writableFinished) seen.abandoned += 1
    })
    listener(request, response)
  })
  const port = await listening(server)
  later(() => server.closeAllConnections())
  const origin = `http://127.0.0.1:${port}`
  listener = listen(origin, seen)
  return { origin, cardUrl: `${origin}/.well-known/agent-card.json`, seen }
}

/** The pieces of a reply to a text, as chunks of an artifact. */
export const echoOf = (text: string): readonly string[] => ['echo: ', text]

/** What keeps a task running until it is cancelled. */
export const WAIT = 'wait'
