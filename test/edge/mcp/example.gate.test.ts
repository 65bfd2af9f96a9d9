// The example of tools runs as its README says.
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { PORTOLAN, portolan, type Running, start } from '../../support/command.ts'
import { ROOT } from '../../support/folder.ts'
import { connectLegacy, connectModern } from '../../support/mcp/test-client.ts'

let server: Running
let gateway: Running
let port: string
beforeAll(async () => {
  server = start(`${ROOT}examples/tools/tickets-server.js`, [])
  await server.waitForOutput(/Tickets are at/)
  gateway = start(PORTOLAN, ['serve', 'examples/tools', '--port', '0'])
  const [, found = ''] = await gateway.waitForOutput(/http:\/\/127\.0\.0\.1:(\d+)/)
  port = found
}, 30_000)
afterAll(async () => {
  gateway?.child.kill()
  server?.child.kill()
  await Promise.all([gateway?.finished, server?.finished])
})

it.each([
  ['legacy', connectLegacy],
  ['modern', connectModern],
] as const)('a %s client searches, deletes nothing, and sends no password', async (_era, connect) => {
  const client = await connect(`http://127.0.0.1:${port}/mcp/tickets`)
  expect(await client.tools()).toEqual(['search'])
  expect(await client.call('search', { text: 'printer' })).toBe('Printer is on fire\nPrinter is out of paper')
  await expect(client.call('delete_ticket', { text: '1' })).rejects.toThrow(/Unknown tool/)
  await expect(client.call('search', { text: 'my password' })).rejects.toThrow()
  await client.close()
  const office = await connect(`http://127.0.0.1:${port}/mcp/v/office`)
  expect(await office.tools()).toEqual(['tickets_search'])
  expect(await office.call('tickets_search', { text: 'coffee' })).toContain('login')
  await office.close()
  const own = await connect(`http://127.0.0.1:${port}/mcp/portolan`)
  expect(await own.call('listWorkspaces')).toContain('"slug":"default"')
  await own.close()
})

it('doctor finds the server the same through a gateway', async () => {
  const [command = ''] =
    /doctor mcp \S+(?=`)/.exec(readFileSync(`${ROOT}examples/tools/README.md`, 'utf8')) ?? []
  const { code, out } = await portolan(command.split(' '), ROOT)
  expect(out.match(/^\w+ +\w+, \w+/gm)).toEqual([
    'ok     legacy, direct',
    'ok     legacy, gateway',
    'ok     modern, direct',
    'ok     modern, gateway',
  ])
  expect(code).toBe(0)
})
