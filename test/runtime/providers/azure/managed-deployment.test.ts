// The deployment of a managed endpoint is selected by a header.
import { expect, test } from 'vitest'
import { createHarness } from '../../../support/harness.ts'
import { CHAT, completion } from '../../../support/sample-bodies.ts'

const MANAGED = {
  provider: 'azure-foundry',
  api_key: '${env:KEY}',
  cloud2_deployment_type: 'managed',
  cloud2_endpoint_name: 'mine',
  cloud2_region: 'westeurope',
}
const send = async (more: object) => {
  const here = createHarness({
    manifest: { providers: { ml: { ...MANAGED, ...more } } },
    environment: { KEY: 'k' },
    script: [{ status: 200, body: completion('Hi') }],
  })
  const reply = await here.call({ body: { ...CHAT, model: '@ml/m' } })
  return { reply, headers: here.upstream.sent[0]?.headers }
}
const HEADER = 'azureml-model-deployment'

test('the deployment of a managed endpoint is named in its header', async () => {
  const { headers = [] } = await send({ cloud2_deployment_name: 'blue_2' })
  expect(headers.slice(headers.indexOf(HEADER), headers.indexOf(HEADER) + 2)).toEqual([HEADER, 'blue_2'])
})

test('without one, the endpoint chooses; a serverless deployment has it in the host', async () => {
  expect((await send({})).headers).not.toContain(HEADER)
  const serverless = { cloud2_deployment_type: 'serverless', cloud2_deployment_name: 'green' }
  expect((await send(serverless)).headers).not.toContain(HEADER)
})

test('a name that is no name of Azure is rejected', async () => {
  const { reply, headers } = await send({ cloud2_deployment_name: 'a b' })
  expect(reply).toMatchObject({ status: 400, json: { error: { param: 'cloud2_deployment_name' } } })
  expect(headers).toBeUndefined()
})
