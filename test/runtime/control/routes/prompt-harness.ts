// A control plane whose prompts can be rendered as calls would have them.
import { createStoredPrompts } from '../../../../runtime/control/resources/prompts/stored-prompts.ts'
import { bundlePrompts } from '../../../../runtime/prompts/bundle-prompts.ts'
import { isFailure } from '../../../../runtime/values/failures.ts'
import type { JsonObject } from '../../../../schemas/values/json.ts'
import { type openControl, sha256, startControl } from '../../../support/control-harness.ts'

export const start = async (...given: Parameters<typeof openControl>) => {
  const harness = await startControl(...given)
  const { context, send } = harness
  const prompts = { prompts: context.prompts ?? {}, partials: context.partials ?? {} }
  if (context.replica === undefined) throw new Error('The harness has no store.')
  const source = createStoredPrompts(bundlePrompts(prompts, sha256), context, context.replica)
  /** The content of the first message of a rendering, or the code of the failure. */
  const render = (name: string, variables: JsonObject = { name: 'Ada' }, workspace = 'default'): unknown => {
    const [id = '', version] = name.split('@')
    const found = source.find(id, version, workspace, true)
    const rendered = isFailure(found) ? found : found.render(variables)
    if (isFailure(rendered)) return rendered.code
    return (rendered[0] as { content: string }).content
  }
  const create = async (body: JsonObject) =>
    await send('POST', '/prompts', {
      workspace_id: 'default',
      name: 'letter',
      string: 'Hello {{name}}',
      model: '@mock/echo',
      ...body,
    })
  return { ...harness, source, render, create }
}

export const MOCK = { providers: { mock: { provider: 'mock' } } }
