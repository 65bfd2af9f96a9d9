// Every route of the OpenAPI document × every kind of caller × objects of its own workspace, of another one and of all, with valid bodies,
// on each store. What is expected is written by hand (`test/support/rights/rights-table.ts`); besides, nothing of another workspace is
// read, changed, listed, or told apart from what does not exist.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ResourceStore } from '../../../runtime/control/core/resource-store.ts'
import { nodePorts } from '../../../runtime/process/node-ports.ts'
import { openPostgresStore } from '../../../runtime/stores/resources/postgres/postgres-store.ts'
import { controlRoutes } from '../../../schemas/generated/control-routes.ts'
import { isObject as isObjectBody } from '../../../schemas/values/json.ts'
import { withWorkspace } from '../../support/control-bodies.ts'
import { postgresSchemas } from '../../support/postgres-schemas.ts'
import {
  LACKING,
  OPEN_ROUTES,
  OPERATIONS,
  ORGANISATION_CALLERS,
  RIGHTS,
} from '../../support/rights/rights-table.ts'
import { openRightsWorld, type RightsWorld } from '../../support/rights/rights-world.ts'
import { bodyOf, isObject, type PlaceNames, pathOf } from '../../support/rights/route-requests.ts'
import { isPostgresListening, TEST_POSTGRES } from '../../support/test-postgres.ts'

const present = await isPostgresListening()
if (!present) console.warn(`No PostgreSQL listens at ${TEST_POSTGRES}: its tests are skipped.`)

type Fact = (typeof controlRoutes)[number]

const CALLERS = [...ORGANISATION_CALLERS, ...Object.keys(RIGHTS)]
const verbs = Object.entries(OPERATIONS).flatMap(([kind, byVerb]) =>
  Object.entries(byVerb).flatMap(([verb, operations]) => operations.map(each => [each, kind, verb] as const)),
)
const verbOf = new Map(verbs.map(([operation, kind, verb]) => [operation, { kind, verb }]))

/** Allowed, and yet 404: there is nothing of this name anywhere. */
const NOTHING_THERE = new Set(['deleteMcpConnection', 'compareReleases', 'revokeApiKeys'])
/** What git and the gateway define: configs without versions, labels and collections that never change. */
const OF_SHARED: Readonly<Record<string, number>> = {
  listConfigVersions: 404,
  readConfigVersion: 404,
  updateLabel: 400,
  deleteLabel: 400,
  updateCollection: 400,
  deleteCollection: 400,
}
/** No store has this revision, so that a write which is allowed changes nothing. */
const NEVER = '"999999"'

let made = 0
const nextName = (): string => {
  made += 1
  return `made-${made}`
}

/** What the table says: 200 for any reply to a caller who may. */
function expected(caller: string, { operation }: Fact, place: 'own' | 'shared' | 'foreign'): number {
  if (operation === 'acceptApiKey') return /^key|administrator/.test(caller) ? 403 : 404
  if (operation === 'signOut') return 403
  if (operation === 'signIn' && /^key|administrator/.test(caller)) return 403
  // It names no workspace: people of the organisation are of several, and some people of none.
  if (operation === 'signIn')
    return caller === 'member of no workspace' || ORGANISATION_CALLERS.some(each => each === caller)
      ? 400
      : 200
  if (operation === 'rotateOwnKey') return caller === 'key of the organisation' ? 200 : 403
  const allowed = (place === 'shared' ? OF_SHARED[operation] : undefined) ?? 200
  if (ORGANISATION_CALLERS.some(each => each === caller)) {
    if (LACKING[caller]?.includes(operation)) return 403
    return NOTHING_THERE.has(operation) ? 404 : allowed
  }
  const { kind = '', verb = '' } = verbOf.get(operation) ?? {}
  const [own = '', shared = own] = RIGHTS[caller]?.[kind] ?? []
  const isOpen = OPEN_ROUTES[caller]?.includes(operation) === true
  if (!own.includes(verb)) return isOpen ? 404 : 403
  if (NOTHING_THERE.has(operation)) return 404
  return place === 'foreign' ? 404 : place === 'shared' && !shared.includes(verb) ? 403 : allowed
}

const outcomeOf = (status: number): number =>
  // Allowed: done, refused for what is there already, owned by git, at another revision, or not by this process.
  [200, 201, 204, 409, 412, 501].includes(status) ? 200 : status

const named = ({ path }: Fact): readonly string[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name).filter(isObject)

/** Whether a place has what the path of a route names. */
const has = (fact: Fact, { path }: PlaceNames): boolean =>
  named(fact).every(parameter =>
    parameter === 'slug'
      ? path[fact.operation.includes('Config') ? 'config' : 'virtualKey'] !== undefined
      : path[parameter] !== undefined || parameter === 'scimId',
  )

const isOfOrganisation = ({ operation }: Fact): boolean =>
  ['organisation', 'everybody', 'self'].includes(verbOf.get(operation)?.kind ?? '') ||
  verbOf.get(operation)?.verb === 'o'

/** What is of the organisation is asked for once, and access of its integrations where they are. */
function isAsked(fact: Fact, place: 'own' | 'shared' | 'foreign'): boolean {
  const { kind = '', verb = '' } = verbOf.get(fact.operation) ?? {}
  if (verb === 'o' && kind !== 'organisation') return place === 'shared'
  if (place === 'own') return true
  if (isOfOrganisation(fact)) return false
  return named(fact).length > 0 || (place === 'foreign' && NAMES_WORKSPACE.has(fact.operation))
}

const ABSENT = '00000000-0000-4000-8000-000000000000'

const inWorkspace = (fact: Fact, body: ReturnType<typeof bodyOf>, workspace: string) =>
  fact.method === 'POST' && isObjectBody(body) && NAMES_WORKSPACE.has(fact.operation)
    ? withWorkspace(body, workspace)
    : body
const NAMES_WORKSPACE = new Set(
  Object.entries(OPERATIONS)
    .filter(([kind]) => !['organisation', 'workspaceUsers', 'self', 'everybody'].includes(kind))
    .flatMap(([, { c = [], e = [] }]) => [...c, ...e.filter(each => each.startsWith('create'))]),
)

const STORES: readonly (readonly [string, () => Promise<ResourceStore | undefined>, boolean])[] = [
  ['memory', async () => undefined, true],
  [
    'service: PostgreSQL',
    async () => await openPostgresStore(schemas.create().href, nodePorts().clock),
    present,
  ],
]
const schemas = postgresSchemas()

test('the table has every operation of the document, once', () => {
  const inTable = verbs.map(([operation]) => operation)
  // Some are at two paths.
  const inDocument = new Set(controlRoutes.map(({ operation }) => operation))
  expect(inTable.toSorted()).toEqual([...inDocument].toSorted())
})

describe.each(STORES.filter(([, , isPresent]) => isPresent))('%s', (_store, open) => {
  let world: RightsWorld
  beforeAll(async () => {
    world = await openRightsWorld(await open())
  }, 60_000)
  afterAll(() => world.close())

  const ask = async (
    caller: string,
    fact: Fact,
    names: PlaceNames,
    { workspace, ifMatch }: { readonly workspace: string; readonly ifMatch?: string },
  ) => {
    const body = bodyOf(fact.operation, nextName(), names)
    const given = inWorkspace(fact, body, workspace)
    const query = fact.operation === 'eraseLogBodies' ? `?workspace_id=${workspace}` : ''
    const asked = world.as(caller, fact.method, pathOf(fact, names) + query, given, ifMatch)
    if (fact.operation === 'createFeedback') {
      await world.clock.advance(3_000)
      // As a server does after such a time, before it answers.
      await world.context.replica?.look()
    }
    return await asked
  }

  describe.each(CALLERS)('%s', caller => {
    test.each(['own', 'shared', 'foreign'] as const)(
      'has on %s objects what the table says',
      async place => {
        const names = world.places[place]
        const workspace = place === 'foreign' ? 'shop' : 'team'
        const wrong: Record<string, string> = {}
        for (const fact of controlRoutes) {
          if (!isAsked(fact, place)) continue
          if (!has(fact, names)) continue
          const { status, body } = await ask(caller, fact, names, { workspace, ifMatch: NEVER })
          const want = expected(caller, fact, place)
          if (outcomeOf(status) !== want)
            wrong[fact.operation] =
              `${status}, not ${want}: ${JSON.stringify(body?.error ?? body?.detail ?? '')}`
        }
        expect(wrong).toEqual({})
      },
      60_000,
    )
  })

  const BOUND = Object.keys(RIGHTS)

  test.each(BOUND)(
    '%s cannot tell what another workspace has from what does not exist',
    async caller => {
      const { foreign } = world.places
      const absent: PlaceNames = {
        ...foreign,
        path: Object.fromEntries(Object.keys(foreign.path).map(parameter => [parameter, ABSENT])),
      }
      const wrong: Record<string, readonly unknown[]> = {}
      for (const fact of controlRoutes.filter(each => named(each).length > 0)) {
        const [there, nowhere] = [
          await ask(caller, fact, foreign, { workspace: 'team' }),
          await ask(caller, fact, absent, { workspace: 'team' }),
        ]
        const words = (reply: typeof there, names: PlaceNames): string =>
          Object.values(names.path)
            .toSorted((one, other) => other.length - one.length)
            .reduce((text, name) => text.replaceAll(name, 'NAME'), JSON.stringify(reply.body))
        const [one, other] = [words(there, foreign), words(nowhere, absent)]
        if (there.status !== nowhere.status || one !== other)
          wrong[fact.operation] = [there.status, one, other]
      }
      expect(wrong).toEqual({})
    },
    60_000,
  )

  test.each(BOUND)(
    '%s changes nothing of another workspace, and lists none of it',
    async caller => {
      const { foreign, own } = world.places
      const isForeign = ([key, text]: readonly [string, string]): boolean =>
        key.includes('shop') || text.includes('"workspace":"shop"')
      const before = new Map([...(await world.snapshot())].filter(isForeign))
      const listed: Record<string, string> = {}
      for (const fact of controlRoutes) {
        const isList = fact.method === 'GET' && named(fact).length === 0
        const { body } = await ask(caller, fact, isList ? own : foreign, { workspace: 'shop' })
        const found = isList
          ? Object.values(foreign.path).find(
              name => name !== 'shop' && JSON.stringify(body).includes(`"${name}"`),
            )
          : undefined
        if (found !== undefined) listed[fact.operation] = found
      }
      expect(listed).toEqual({})
      expect(new Map([...(await world.snapshot())].filter(isForeign))).toEqual(before)
    },
    60_000,
  )

  test.each(controlRoutes.map(fact => [`${fact.method} ${fact.path}`, fact] as const))(
    '%s is 401 without a credential',
    async (_title, fact) => {
      expect((await ask('nobody', fact, world.places.own, { workspace: 'team' })).status).toBe(401)
    },
  )
})
