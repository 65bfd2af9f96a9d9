// Every route × every role: who is let in and who is not, as the lists of scopes and roles in schemas/control say. The expectation
// is worked out here from those files, not by the code of the gateway.
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { controlRoutes } from '../../../../schemas/generated/control-routes.ts'
import type { Json } from '../../../../schemas/values/json.ts'
import { type ControlHarness, openControl, sha256 } from '../../../support/control-harness.ts'
import { ROOT } from '../../../support/folder.ts'
import { createTokenIssuer } from '../../../support/token-issuer.ts'

const readControl = (name: string) => JSON.parse(readFileSync(`${ROOT}schemas/control/${name}`, 'utf8'))

interface Roles {
  readonly organisation: Readonly<Record<string, readonly string[]>>
  readonly workspace: Readonly<Record<string, readonly string[]>>
  readonly includes: Readonly<Record<string, readonly string[]>>
}
const roles: Roles = readControl('roles.json')
const settings: readonly {
  readonly 'x-role': string
  readonly 'x-scopes': readonly string[]
  readonly default: boolean
}[] = Object.values(readControl('settings.json').$defs.RoleSettings.properties)

const ADMIN = `ptl_${'a'.repeat(43)}`
const ABSENT = '00000000-0000-4000-8000-000000000000'

/** Whether a list of scopes, where `a.*` stands for all of a, has one. */
const lists = (names: readonly string[], scope: string): boolean =>
  names.some(
    name => name === '*' || name === scope || (name.endsWith('.*') && scope.startsWith(name.slice(0, -1))),
  )

const holds = (names: readonly string[], scope: string): boolean =>
  lists(names, scope) ||
  Object.entries(roles.includes).some(([name, included]) => lists(names, name) && included.includes(scope))

/** What a role of a workspace has while no setting is changed. */
const defaultScopes = (role: string): readonly string[] => {
  const own = settings.filter(setting => setting['x-role'] === role)
  const off = own.filter(setting => !setting.default).flatMap(setting => setting['x-scopes'])
  const on = own.filter(setting => setting.default).flatMap(setting => setting['x-scopes'])
  const scopes: readonly string[] = readControl('scope.schema.json').enum
  return scopes.filter(
    scope => (holds(roles.workspace[role] ?? [], scope) || on.includes(scope)) && !off.includes(scope),
  )
}

interface Actor {
  readonly name: string
  readonly claims?: object
  readonly key?: string
  /** Scopes in the organisation, and in the workspace "team" alone. */
  readonly organisation: readonly string[]
  readonly team: readonly string[]
}

const ACTORS: readonly Actor[] = [
  ...Object.entries(roles.organisation).map(([role, scopes]) => ({
    name: `organisation ${role}`,
    claims: { role },
    organisation: scopes,
    team: [],
  })),
  ...Object.keys(roles.workspace).map(role => ({
    name: `workspace ${role}`,
    claims: { role: 'member', workspaces: { team: role } },
    organisation: roles.organisation['member'] ?? [],
    team: defaultScopes(role),
  })),
  { name: 'key without scopes', key: 'bare', organisation: [], team: [] },
  { name: 'key for calls', key: 'caller', organisation: [], team: ['inference', 'models'] },
  { name: 'administrator', key: ADMIN, organisation: ['*'], team: [] },
]

/** 403 by the route itself, before anything is looked up. */
function isDenied({ organisation, team }: Actor, { scope, level }: (typeof controlRoutes)[number]): boolean {
  if (scope === null) return false
  const held = level === 'organisation' ? organisation : [...organisation, ...team]
  return ![scope].flat().some(each => holds(held, each))
}

let harness: ControlHarness
let tokens: ReadonlyMap<string, string>
beforeAll(async () => {
  const issuer = await createTokenIssuer()
  const key = (id: string, scopes: readonly string[]) => ({
    id,
    workspace: 'team',
    scopes,
    hash: `sha256:${sha256(id)}`,
  })
  harness = await openControl(
    {
      api_keys: [key('bare', []), key('caller', ['inference', 'models'])],
      sign_in: { issuer: issuer.issuer, audience: 'portolan' },
    },
    { upstream: issuer.upstream, adminKey: ADMIN },
  )
  const signed = ACTORS.map(async ({ name, claims }) =>
    claims === undefined
      ? undefined
      : ([name, await issuer.sign({ email: 'a@b.c', ...claims }, harness.clock.now())] as const),
  )
  tokens = new Map((await Promise.all(signed)).filter(each => each !== undefined))
})
afterAll(() => harness.close())

const request = (method: string, path: string, { name, key }: Pick<Actor, 'name' | 'key'>) => {
  const body: Json | undefined = method === 'GET' || method === 'DELETE' ? undefined : {}
  const token = tokens.get(name)
  return harness.send(method, path, body, {
    ...(key !== undefined && { key }),
    ...(token !== undefined && { credentials: [`Bearer ${token}`] }),
  })
}

describe.each(ACTORS)('$name', actor => {
  test.each(controlRoutes.map(fact => [`${fact.method} ${fact.path}`, fact] as const))(
    '%s',
    async (_title, fact) => {
      // Nothing that a request names exists, so nothing is changed: what is not denied is 400, 404 or 409, or lists.
      const path = fact.path.replaceAll(/\{\w+\}/g, ABSENT)
      const answer = await request(fact.method, path, actor)
      const denied =
        answer.status === 403 && /needs the scope/.test(answer.body.detail ?? answer.body.error.message)
      expect({ denied, status: answer.status }).toEqual({
        denied: isDenied(actor, fact),
        status: answer.status,
      })
      expect([200, 400, 403, 404, 409, 501]).toContain(answer.status)
    },
  )
})

describe('without a credential', () => {
  test.each(controlRoutes.map(fact => `${fact.method} ${fact.path}`))('%s is 401', async title => {
    const [method = '', path = ''] = title.split(' ')
    const answer = await request(method, path.replaceAll(/\{\w+\}/g, ABSENT), { name: 'nobody' })
    expect(answer.status).toBe(401)
  })
})

describe('a workspace', () => {
  const inTeam = controlRoutes.filter(
    ({ path, method }) => path.startsWith('/workspaces/{') && method === 'GET',
  )

  test.each(inTeam.map(({ path }) => path))(
    '%s of another workspace does not exist for its roles',
    async path => {
      for (const actor of ACTORS.filter(({ name }) => name.startsWith('workspace '))) {
        const answer = await request(
          'GET',
          path.replace('{workspaceId}', 'default').replaceAll(/\{\w+\}/g, ABSENT),
          actor,
        )
        expect([403, 404]).toContain(answer.status)
      }
    },
  )
})
