// What a 404 shows: the same words for what does not exist and what belongs to another workspace, and names only to those who may list.
import { describe, expect, it } from 'vitest'
import { createStoredConfigs } from '../../../runtime/control/resources/configs/stored-configs.ts'
import { sha256 } from '../../support/bundle.ts'
import { startControl } from '../../support/control-harness.ts'
import { createHarness } from '../../support/harness.ts'
import { start } from '../control/routes/prompt-harness.ts'

const PROVIDERS = { providers: { mock: { provider: 'mock' } } }
const key = (id: string, ...scopes: readonly string[]) => ({
  id,
  hash: `sha256:${sha256(id)}`,
  scopes: ['inference', ...scopes],
})

describe('the 404 of a config', () => {
  const { call } = createHarness({
    manifest: { ...PROVIDERS, api_keys: [key('plain'), key('lists', 'configs.list')] },
    configs: { secret_project: { provider: '@mock' } },
  })
  const message = async (id: string): Promise<unknown> => {
    const headers = { 'x-gateway-config': 'ghost', 'x-gateway-api-key': id }
    const { status, json } = await call({ headers })
    return [status, (json as { error: { message: string } }).error.message]
  }

  it('lists no slugs to a key without configs.list', async () => {
    expect(await message('plain')).toEqual([404, 'Unknown config "ghost".'])
    expect(await message('lists')).toEqual([404, 'Unknown config "ghost". Saved configs: secret_project.'])
  })

  it('reveals no name by the identifier of another workspace', async () => {
    const { send, context } = await startControl(PROVIDERS)
    const { body } = await send('POST', '/configs', {
      workspace_id: 'default',
      name: 'secret_project',
      config: { provider: '@mock' },
    })
    const { id, slug } = body.data
    const { store, replica } = context
    if (store === undefined || replica === undefined) throw new Error('The harness has no store.')
    // Names are found without compiling.
    const configs = createStoredConfigs(store, replica, { references: undefined } as never)
    expect(configs.slugOf(id, 'default')).toBe(slug)
    expect(configs.slugOf(id, 'other')).toBeUndefined()
    await send('DELETE', `/configs/${slug}`)
    expect(configs.slugOf(id, 'default')).toBeUndefined()
  })
})

describe('the 404 of a prompt', () => {
  it('lists no slugs to a caller that may not list, whether it is of another workspace or does not exist', async () => {
    const { source, create } = await start(PROVIDERS)
    const { slug } = (await create({})).body.data ?? (await create({ name: 'b' })).body
    const sentence = (name: string, workspace: string, mayList: boolean): string => {
      const found = source.find(name, undefined, workspace, mayList)
      return 'message' in found ? found.message : 'found'
    }
    expect(sentence(slug, 'default', false)).toBe('found')
    expect(sentence(slug, 'other', false)).toBe(`Unknown prompt "${slug}".`)
    expect(sentence('ghost', 'other', false)).toBe('Unknown prompt "ghost".')
    expect(sentence('ghost', 'default', true)).toContain('Saved prompts of the workspace "default": ')
    expect(sentence('ghost', 'default', true)).toContain(slug)
  })
})
