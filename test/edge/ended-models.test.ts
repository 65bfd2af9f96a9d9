// The log of a gateway names a model that has ended once: also one that comes with a reload.
import { expect, it } from 'vitest'
import { runGateway } from '../support/running-gateway.ts'
import { until } from '../support/until.ts'

const providers = { openai: { provider: 'openai', api_key: '${env:KEY}' } }
const environment = { KEY: 'sk-test' }
const config = (...models: readonly string[]) => ({
  chat: {
    strategy: { mode: 'fallback' },
    targets: models.map(model => ({ provider: '@openai', override_params: { model } })),
  },
})

it('a reload names the models that came with it, and those of before not again', async () => {
  const gateway = await runGateway({ providers }, config('gpt-3.5-turbo'), environment)
  const ended = async (): Promise<readonly unknown[]> =>
    (await gateway.log()).map(({ message }) => message).filter(each => `${each}`.includes('stopped serving'))
  await until(async () => (await ended()).length > 0)
  const other = await runGateway({ providers }, config('gpt-3.5-turbo', 'gpt-4-0314'), environment)
  await other.stop()
  expect(await gateway.runtime.reload({ ...other.bundle, gateway: gateway.bundle.gateway })).toEqual([])
  await until(async () => (await ended()).length > 1)
  expect((await ended()).map(each => /"([^"]+)"/.exec(`${each}`)?.[1])).toEqual([
    'gpt-3.5-turbo',
    'gpt-4-0314',
  ])
  await gateway.stop()
})
