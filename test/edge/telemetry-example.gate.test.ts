// examples/telemetry as its README starts it, with a receiver where its collector would be; the ports are others, as several may run.
import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { PORTOLAN, start } from '../support/command.ts'
import { ROOT } from '../support/folder.ts'
import { closeAll, later, listening } from '../support/local-servers.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { freePort } from '../support/test-redis.ts'

afterEach(closeAll)

it('the example of telemetry delivers traces and metrics to the collector that it names', async () => {
  const paths = new Set<string>()
  const collector = await listening(
    createServer((request, response) => {
      paths.add(request.url ?? '')
      request.resume()
      response.writeHead(200).end()
    }),
  )
  const folder = temporaryFolder()
  cpSync(join(ROOT, 'examples/telemetry'), folder, { recursive: true })
  const manifest = join(folder, 'gateway.yaml')
  const text = readFileSync(manifest, 'utf8')
  expect(text).toContain('endpoint: http://127.0.0.1:4318')
  writeFileSync(
    manifest,
    text.replaceAll('127.0.0.1:4318', `127.0.0.1:${collector}`).replace('9464', String(await freePort())),
  )
  const gateway = start(PORTOLAN, ['serve', folder, '--port', '0'], ROOT, { METRICS_TOKEN: 'scrape-me' })
  later(() => gateway.child.kill())
  const [, base = ''] = await gateway.waitForOutput(/(http:\/\/127\.0\.0\.1:\d+\/v1)/)
  const reply = await fetch(`${base}/chat/completions`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      traceparent: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01',
    },
    body: JSON.stringify({ model: '@mock/echo', messages: [{ role: 'user', content: 'Hello' }] }),
  })
  expect(reply.status).toBe(200)
  await reply.text()
  gateway.child.kill('SIGTERM')
  const { out, complaints } = await gateway.finished
  expect([...paths].sort()).toEqual(['/v1/metrics', '/v1/traces'])
  expect(out + complaints).not.toContain('does not take records')
})
