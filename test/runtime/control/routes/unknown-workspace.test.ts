// Lists of one workspace: where it does not exist, or the caller may not see it, the answer is 404 with its name, and no empty list.
import { expect, test } from 'vitest'
import { controlRoutes, controlScopes } from '../../../../schemas/generated/control-routes.ts'
import { manifestKey } from '../../../support/control-harness.ts'
import { PERIOD, startLogs } from '../logs/log-harness.ts'

const lists = controlRoutes.flatMap(({ method, path, query }) => {
  const names = Object.keys(query)
  const place = names.find(name => name === 'workspace_id' || name === 'workspace_slug')
  // A list of what a workspace may use, rather than of what is in it.
  if (path === '/secret-references') return []
  if (method !== 'GET' || path.includes('{') || place === undefined) return []
  const period = names.includes('time_of_generation_min') ? `&${PERIOD}` : ''
  return [[path, `${path}?${place}=nope${period}`] as const]
})

test('is 404 of every list', async () => {
  const key = (id: string, workspace: string) => manifestKey(id, workspace, controlScopes)
  const { as } = await startLogs([], { manifest: { api_keys: [key('theirs', 'nope'), key('own', 'team')] } })
  const send = as('own')
  const answers: Record<string, unknown> = {}
  for (const [path, address] of lists)
    for (const name of ['none', 'nope']) {
      const { status, body } = await send('GET', address.replace('=nope', `=${name}`))
      answers[`${path} ${name}`] = `${status} ${body.error?.message}`
    }
  expect(answers).toEqual(
    Object.fromEntries(
      lists.flatMap(([path]) =>
        ['none', 'nope'].map(name => [`${path} ${name}`, `404 There is no workspace "${name}".`]),
      ),
    ),
  )
})
