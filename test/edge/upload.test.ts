// Bodies larger than the gateway buffers, over real sockets: forms and files are streamed through.
import { createHash } from 'node:crypto'
import { createServer, request as httpRequest } from 'node:http'
import { afterEach, describe, expect, it } from 'vitest'
import { closeAll, gatewayTo, listening } from '../support/local-servers.ts'
import type { RunningGateway } from '../support/running-gateway.ts'

afterEach(closeAll)

interface Arrived {
  readonly path: string
  readonly length: string | undefined
  readonly bytes: Buffer
}

/** Replies with these statuses in turn, then always with the last one. */
async function provider(statuses: readonly number[] = [200]): Promise<{ port: number; arrived: Arrived[] }> {
  const arrived: Arrived[] = []
  const server = createServer((request, response) => {
    const pieces: Buffer[] = []
    request.on('data', (piece: Buffer) => pieces.push(piece))
    request.on('end', () => {
      const status = statuses[Math.min(arrived.length, statuses.length - 1)] ?? 200
      arrived.push({
        path: request.url ?? '',
        length: request.headers['content-length'],
        bytes: Buffer.concat(pieces),
      })
      response.writeHead(status, { 'content-type': 'application/json' }).end('{"id":"file-1"}')
    })
    request.on('error', () => {})
  })
  return { port: await listening(server), arrived }
}

const uploadGateway = (port: number, configs = {}): Promise<RunningGateway> =>
  gatewayTo(port, { configs, limits: { body_bytes: 4096, upload_bytes: 1_000_000 } })

const sha = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')
const FILE = Buffer.from(Array.from({ length: 300_000 }, (_, index) => (index * 7919) % 256))

const formWith = (fields: Readonly<Record<string, string>>, file: Uint8Array): FormData => {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  form.append('file', new Blob([file as Uint8Array<ArrayBuffer>]), 'a.jsonl')
  return form
}

const post = (
  gateway: RunningGateway,
  path: string,
  body: FormData | Uint8Array,
  headers: Readonly<Record<string, string>> = { 'x-gateway-provider': '@main' },
): Promise<Response> => fetch(`${gateway.url}${path}`, { method: 'POST', headers, body: body as FormData })

/** The file in a received form. */
async function fileOf({ bytes }: Arrived): Promise<{ file: string; model: unknown }> {
  const boundary = bytes.subarray(2, bytes.indexOf('\r\n')).toString()
  const headers = { 'content-type': `multipart/form-data; boundary=${boundary}` }
  const form = await new Response(new Uint8Array(bytes), { headers }).formData()
  const file = form.get('file')
  return {
    file: file instanceof Blob ? sha(new Uint8Array(await file.arrayBuffer())) : '',
    model: form.get('model'),
  }
}

describe('multipart streamed through', () => {
  it('a file larger than the buffer arrives byte for byte, with its length', async () => {
    const { port, arrived } = await provider()
    const gateway = await uploadGateway(port)
    const reply = await post(gateway, '/files', formWith({ purpose: 'batch' }, FILE))
    expect([reply.status, await reply.json()]).toEqual([200, { id: 'file-1' }])
    const [only] = arrived
    expect(only?.length).toBe(String(only?.bytes.length))
    expect(only && (await fileOf(only)).file).toBe(sha(FILE))
  })

  it('overrides and slugs apply to the fields before the file', async () => {
    const { port, arrived } = await provider()
    const gateway = await uploadGateway(port)
    const reply = await post(
      gateway,
      '/audio/transcriptions',
      formWith({ model: '@main/whisper-1' }, FILE),
      {},
    )
    expect(reply.status).toBe(200)
    const [only] = arrived
    expect(only?.length).toBe(String(only?.bytes.length))
    expect(only && (await fileOf(only))).toEqual({ file: sha(FILE), model: 'whisper-1' })
  })

  it('a config that overrides fields rejects a form whose end it has not seen', async () => {
    const { port, arrived } = await provider()
    const gateway = await uploadGateway(port, {
      cheap: { provider: '@main', override_params: { model: 'cheap' } },
    })
    const form = new FormData()
    form.append('file', new Blob([FILE as Uint8Array<ArrayBuffer>]), 'a.wav')
    form.append('model', 'dear')
    const reply = await post(gateway, '/audio/transcriptions', form, { 'x-gateway-config': 'cheap' })
    expect([reply.status, arrived]).toEqual([413, []])
    expect(await reply.text()).toContain('overrides model')
  })

  it('a body without a declared length passes too', async () => {
    const { port, arrived } = await provider()
    const gateway = await uploadGateway(port)
    const status = await new Promise<number | undefined>(resolve => {
      const request = httpRequest(
        `${gateway.url}/uploads/1/parts`,
        { method: 'POST', headers: { 'x-gateway-provider': '@main', 'transfer-encoding': 'chunked' } },
        response => {
          response.resume()
          resolve(response.statusCode)
        },
      )
      request.write(FILE.subarray(0, 100_000))
      request.end(FILE.subarray(100_000))
    })
    expect([status, arrived[0] && sha(arrived[0].bytes), arrived[0]?.length]).toEqual([
      200,
      sha(FILE),
      undefined,
    ])
  })
})

describe('a body is replayed on retry up to the body limit', () => {
  const RETRY = { retrying: { provider: '@main', retry: { attempts: 2, on_status_codes: [500] } } }

  it('a small one is sent again', async () => {
    const { port, arrived } = await provider([500, 200])
    const gateway = await uploadGateway(port, RETRY)
    const reply = await post(gateway, '/files', formWith({}, FILE.subarray(0, 100)), {
      'x-gateway-config': 'retrying',
    })
    expect([reply.status, arrived.length]).toEqual([200, 2])
  })

  it('a larger one is not: the client gets the provider’s reply', async () => {
    const { port, arrived } = await provider([500, 200])
    const gateway = await uploadGateway(port, RETRY)
    const reply = await post(gateway, '/files', formWith({}, FILE), { 'x-gateway-config': 'retrying' })
    expect([reply.status, arrived.length]).toEqual([500, 1])
  })
})

describe('limits of uploads', () => {
  it.each([
    ['announced', true],
    ['found while streaming', false],
  ])('a body beyond the larger limit is rejected: %s', async (_title, announced) => {
    const { port } = await provider()
    const gateway = await uploadGateway(port)
    const body = Buffer.alloc(2_000_000)
    const status = await new Promise<number | undefined | string>(resolve => {
      const request = httpRequest(
        `${gateway.url}/uploads`,
        {
          method: 'POST',
          headers: {
            'x-gateway-provider': '@main',
            ...(announced ? { 'content-length': body.length } : { 'transfer-encoding': 'chunked' }),
          },
        },
        response => {
          response.resume()
          resolve(response.statusCode)
        },
      )
      request.on('error', error => resolve((error as NodeJS.ErrnoException).code ?? ''))
      request.end(body)
    })
    expect([413, 502, 'EPIPE', 'ECONNRESET']).toContain(status)
  })

  it('a body of JSON beyond the smaller limit is rejected', async () => {
    const { port, arrived } = await provider()
    const gateway = await uploadGateway(port)
    const reply = await post(gateway, '/chat/completions', Buffer.alloc(10_000, 0x20), {
      'x-gateway-provider': '@main',
      'content-type': 'application/json',
    }).then(
      ({ status }) => status,
      () => 413,
    )
    expect([reply, arrived]).toEqual([413, []])
  })
})
