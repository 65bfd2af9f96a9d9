// `portolan-runtime health`: asks the listener of this machine whether it accepts requests, for health checks of containers, whose
// images have neither a shell nor curl.
import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { parseArgs } from 'node:util'

export const HEALTH_HELP = `portolan-runtime health: asks a gateway on this machine whether it accepts requests.

Usage: portolan-runtime health [--host HOST] [--port PORT] [--live] [--tls]

  --host HOST  where the gateway listens; default 127.0.0.1
  --port PORT  its port; default 8787
  --live       ask whether the process runs (/healthz), not whether it accepts
               requests (/readyz)
  --tls        the gateway has listen.tls; its certificate is not verified

Exit codes: 0 yes, 1 no, or no reply within 2 seconds, 64 invalid usage.
`

/** Milliseconds for the whole reply: below the timeouts that containers have by default. */
const TIMEOUT_MS = 2_000

interface Question {
  readonly host: string
  readonly port: number
  readonly path: '/healthz' | '/readyz'
  readonly tls: boolean
}

/** What the command line asks, or why it cannot be read. */
function readQuestion(words: readonly string[]): Question | 'help' | { readonly fault: string } {
  try {
    const { values } = parseArgs({
      args: [...words],
      options: {
        host: { type: 'string', default: '127.0.0.1' },
        port: { type: 'string', default: '8787' },
        live: { type: 'boolean', default: false },
        tls: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    })
    if (values.help) return 'help'
    const port = Number(values.port)
    return Number.isInteger(port) && port > 0 && port <= 65_535
      ? { host: values.host, port, path: values.live ? '/healthz' : '/readyz', tls: values.tls }
      : { fault: '--port must be an integer from 1 to 65535.' }
  } catch (error) {
    return { fault: error instanceof Error ? error.message : 'The arguments cannot be read.' }
  }
}

/** The status of the reply; a sentence without one. */
function ask({ host, port, path, tls }: Question, timeoutMs: number): Promise<number | string> {
  return new Promise(resolve => {
    const options = { host, port, path, agent: false, signal: AbortSignal.timeout(timeoutMs) } as const
    // The certificate names the host that clients use, not the loopback address.
    const request = tls ? requestHttps({ ...options, rejectUnauthorized: false }) : requestHttp(options)
    request.on('response', response => {
      response.resume()
      resolve(response.statusCode ?? 0)
    })
    request.on('error', error =>
      resolve(
        error.name === 'AbortError' || error.name === 'TimeoutError'
          ? `The gateway does not reply within ${timeoutMs} ms.`
          : `The gateway cannot be reached (${'code' in error ? String(error.code) : 'unknown reason'}).`,
      ),
    )
    request.end()
  })
}

/** The exit code; the reason of a failure goes to `complain`. */
export async function checkHealth(
  words: readonly string[],
  { print, complain }: Readonly<Record<'print' | 'complain', (text: string) => void>>,
  timeoutMs = TIMEOUT_MS,
): Promise<number> {
  const question = readQuestion(words)
  if (question === 'help') {
    print(HEALTH_HELP)
    return 0
  }
  if ('fault' in question) {
    complain(`${question.fault}\n\n${HEALTH_HELP}`)
    return 64
  }
  const reply = await ask(question, timeoutMs)
  if (reply === 200) return 0
  complain(
    `portolan-runtime: ${typeof reply === 'string' ? reply : `${question.path} replies with ${reply}.`}\n`,
  )
  return 1
}
