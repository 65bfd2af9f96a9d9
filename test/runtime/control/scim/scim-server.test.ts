// SCIM on real sockets, at the address that is entered into a directory.
import { afterEach, describe, expect, test } from 'vitest'
import { type RunningGateway, runGateway } from '../../../support/running-gateway.ts'

let running: RunningGateway | undefined
afterEach(async () => {
  await running?.stop()
  running = undefined
})

const ADMIN = `ptl_${'a'.repeat(43)}`

const start = async (manifest: object = {}) => {
  running = await runGateway(
    { ...manifest, store: 'sqlite::memory:', authentication: 'required' },
    {},
    { GATEWAY_ADMIN_KEY: ADMIN },
  )
  const origin = `http://127.0.0.1:${running.port}`
  return async (method: string, path: string, body?: object | string, key: string | null = ADMIN) => {
    const response = await fetch(`${origin}${path}`, {
      method,
      headers: {
        'content-type': 'application/scim+json; charset=utf-8',
        ...(key !== null && { authorization: `Bearer ${key}` }),
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    const text = await response.text()
    return {
      status: response.status,
      type: response.headers.get('content-type'),
      etag: response.headers.get('etag'),
      text,
      body: text === '' ? undefined : JSON.parse(text),
    }
  }
}

const SCIM = 'application/scim+json'

describe('/scim/v2', () => {
  test('creates, finds, changes and removes a person; the same at /v1/scim/v2', async () => {
    const send = await start()
    const created = await send('POST', '/scim/v2/Users', { userName: 'Ada@x.y' })
    expect(created).toMatchObject({ status: 201, type: SCIM, body: { userName: 'ada@x.y' } })
    const path = `/scim/v2/Users/${created.body.id}`
    const query = `filter=${encodeURIComponent('userName eq "ada@x.y"')}&startIndex=1&count=100`
    expect(await send('GET', `/scim/v2/Users?${query}`)).toMatchObject({
      status: 200,
      type: SCIM,
      body: { totalResults: 1, Resources: [created.body] },
    })
    const Operations = [{ op: 'Replace', path: 'active', value: 'False' }]
    const patched = await send('PATCH', path, { Operations })
    expect(patched).toMatchObject({ status: 200, body: { active: false } })
    expect(await send('GET', `/v1${path}`)).toMatchObject({ etag: patched.etag, body: patched.body })
    expect(await send('DELETE', path)).toMatchObject({ status: 204, type: null, text: '' })
  })

  test.each([
    ['GET', '/scim/v2/Users', undefined, null, 401, undefined],
    ['GET', '/scim/v2/Users', undefined, 'ptl_unknown', 401, undefined],
    ['GET', '/scim/v2/Users/7', undefined, ADMIN, 404, undefined],
    ['GET', '/scim/v2/Me', undefined, ADMIN, 404, undefined],
    ['POST', '/scim/v2/Users', '{', ADMIN, 400, 'invalidSyntax'],
  ])('%s %s is an error of SCIM', async (method, path, body, key, status, scimType) => {
    const send = await start()
    expect(await send(method, path, body, key)).toMatchObject({
      status,
      type: SCIM,
      body: {
        schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
        status: String(status),
        ...(scimType !== undefined && { scimType }),
      },
    })
  })

  test('is where saved resources are, on the admin listener', async () => {
    const send = await start({ listen: { port: 0, admin: { port: 0 } } })
    expect(await send('GET', '/scim/v2/Users')).toMatchObject({
      status: 404,
      type: SCIM,
      body: { detail: '"/scim/v2/Users" is served on the admin listener of this gateway.' },
    })
  })
})
