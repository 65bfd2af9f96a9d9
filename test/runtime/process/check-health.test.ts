// `portolan-runtime health` against listeners that reply, refuse and hang.
import { createServer } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { afterAll, describe, expect, it } from 'vitest'
import { checkHealth, HEALTH_HELP } from '../../../runtime/process/check-health.ts'
import { closeAll, listening } from '../../support/local-servers.ts'
import { selfSigned } from '../../support/self-signed.ts'

afterAll(closeAll)

const paths: string[] = []
const replying = (status: number) =>
  listening(
    createServer((request, response) => {
      paths.push(request.url ?? '')
      response.writeHead(status).end('{}')
    }),
  )

async function check(words: readonly string[], timeoutMs?: number) {
  let printed = ''
  let complaint = ''
  const code = await checkHealth(
    words,
    {
      print: text => {
        printed += text
      },
      complain: text => {
        complaint += text
      },
    },
    timeoutMs,
  )
  return { code, printed, complaint }
}
const HEALTHY = { code: 0, printed: '', complaint: '' }

describe('portolan-runtime health', () => {
  it('is 0 if the gateway accepts requests, and asks /readyz', async () => {
    const port = await replying(200)
    expect(await check(['--port', String(port)])).toEqual(HEALTHY)
    expect(await check(['--host', 'localhost', '--port', String(port), '--live'])).toEqual(HEALTHY)
    expect(paths.splice(0)).toEqual(['/readyz', '/healthz'])
  })

  it('is 1 with the status of any other reply', async () => {
    const port = await replying(503)
    expect(await check(['--port', String(port)])).toEqual({
      code: 1,
      printed: '',
      complaint: 'portolan-runtime: /readyz replies with 503.\n',
    })
  })

  it('is 1 if nothing listens, or the reply does not come', async () => {
    const closed = createServer()
    const port = await listening(closed)
    await new Promise(resolve => closed.close(resolve))
    expect(await check(['--port', String(port)])).toMatchObject({
      code: 1,
      complaint: 'portolan-runtime: The gateway cannot be reached (ECONNREFUSED).\n',
    })
    const silent = await listening(createServer(() => {}))
    expect(await check(['--port', String(silent)], 20)).toMatchObject({
      code: 1,
      complaint: 'portolan-runtime: The gateway does not reply within 20 ms.\n',
    })
  })

  it('speaks TLS where the gateway does', async () => {
    const { certificate: cert, key } = selfSigned('health')
    const port = await listening(createTlsServer({ cert, key }, (_request, response) => response.end()))
    expect(await check(['--port', String(port), '--tls'])).toEqual(HEALTHY)
    expect((await check(['--port', String(port)])).code).toBe(1)
  })

  it('rejects what it cannot read with 64, and prints its help', async () => {
    for (const words of [['--port', '0'], ['--port', 'http'], ['--path', '/'], ['plan.json']]) {
      const { code, complaint } = await check(words)
      expect([words, code]).toEqual([words, 64])
      expect(complaint).toContain(HEALTH_HELP)
    }
    expect(await check(['--help'])).toEqual({ code: 0, printed: HEALTH_HELP, complaint: '' })
  })
})
