// Reloads under load lose no request; a thousand of them are in `releases.deep.test.ts`.
import { it } from 'vitest'
import { reloadUnderLoad } from './reload-under-load.ts'

it('100 reloads under load lose no request', async () => {
  await reloadUnderLoad(100)
})
