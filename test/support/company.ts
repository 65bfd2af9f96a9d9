// A store as a large company has it: every kind of saved resource in a number that grows with the company, written through the port of
// stores as the interface writes them.
import { createHash } from 'node:crypto'
import type { ResourceStore, ResourceWrite } from '../../runtime/control/core/resource-store.ts'
import type { JsonObject } from '../../schemas/values/json.ts'

export interface CompanySizes {
  readonly keys: number
  readonly workspaces: number
  readonly integrations: number
  readonly users: number
  readonly groups: number
  /** Of one group; the others have five. */
  readonly members: number
  readonly configs: number
  readonly prompts: number
  readonly policies: number
}

export const COMPANY: CompanySizes = {
  keys: 50_000,
  workspaces: 2_000,
  integrations: 800,
  users: 10_000,
  groups: 2_000,
  members: 5_000,
  configs: 5_000,
  prompts: 5_000,
  policies: 5_000,
}

const TIME = '2026-01-01T00:00:00.000Z'
const TIMES = { created_at: TIME, last_updated_at: TIME }
const LIMITS = {
  rate_limits: [{ type: 'requests', unit: 'rpm', value: 1_000_000 }],
  usage_limits: { type: 'cost', credit_limit: 10_000, periodic_reset: 'monthly', refuses_unpriced: true },
}
const SMALL_GROUP = 5
const BATCH = 2_000

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
const uuid = (name: string, index: number): string =>
  sha256(`${name} ${index}`).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5')

/** What the resources are called, for requests about them. */
export const companyNames = (sizes: CompanySizes) => {
  const workspaceOf = (index: number): string => `team-${index % sizes.workspaces}`
  return {
    workspaceOf,
    keyId: (index: number): string => uuid('key', index),
    /** The secret of a key. */
    secret: (index: number): string => `ptl_${sha256(`secret ${index}`).slice(0, 43)}`,
    userId: (index: number): string => uuid('user', index),
    email: (index: number): string => `person-${index}@example.com`,
    groupId: (index: number): string => uuid('group', index),
    groupName: (index: number): string => `group ${index}`,
    policyId: (index: number): string => uuid('policy', index),
  }
}

const CONFIG_TEXT = JSON.stringify({ provider: '@mock', override_params: { model: 'echo' } })

/** Every resource, in no particular order. */
export function* companyWrites(sizes: CompanySizes): Generator<ResourceWrite> {
  const names = companyNames(sizes)
  const { workspaceOf } = names
  const write = (kind: string, id: string, value: JsonObject): ResourceWrite => ({ kind, id, value })
  const unique = (name: string, value: string, owner: string): ResourceWrite =>
    write('unique-value', `${name}/${sha256(value)}`, { owner })
  for (let index = 0; index < sizes.workspaces; index += 1)
    yield write('workspace', workspaceOf(index), {
      ...{ id: uuid('workspace', index), name: `Team ${index}`, description: null, status: 'active' },
      ...{ defaults: {}, ...LIMITS, ...TIMES },
    })
  for (let index = 0; index < sizes.keys; index += 1)
    yield write('api-key', names.keyId(index), {
      ...{ type: 'workspace-service', name: `service ${index}`, workspace: workspaceOf(index) },
      ...{ scopes: ['inference'], ...LIMITS },
      secret: { digest: sha256(names.secret(index)), masked: 'ptl_****abcd' },
      ...{ created_at: 1_767_225_600_000 + index, updated_at: 1_767_225_600_000 + index },
    })
  for (let index = 0; index < sizes.integrations; index += 1) {
    const slug = `vendor-${index}`
    yield write('integration', slug, {
      ...{ id: uuid('integration', index), name: `Vendor ${index}`, description: null, workspace: '' },
      ...{ access: {}, global_access: true, ai_provider_id: 'mock', properties: {}, secret_mappings: [] },
      ...{ default_provider_slug: slug, tags: {}, models: {}, ...TIMES },
      limits: { [workspaceOf(index)]: LIMITS },
    })
    yield unique('default-provider', slug, slug)
  }
  for (let index = 0; index < sizes.workspaces; index += 1)
    yield write('provider', `${workspaceOf(index)}/own`, {
      ...{ id: uuid('provider', index), name: `Own ${index}`, note: null, tags: {} },
      ...{ integration: `vendor-${index % sizes.integrations}`, expires_at: null, ...TIMES },
    })
  for (let index = 0; index < sizes.users; index += 1) {
    const id = names.userId(index)
    yield write('user', id, {
      ...{ email: names.email(index), first_name: null, last_name: null, role: 'member' },
      ...{ external_id: `external-${index}`, created_at: TIME, updated_at: TIME },
    })
    yield unique('address', names.email(index), id)
    yield write('workspace-member', `${workspaceOf(index)}/${id}`, {
      ...{ role: 'member', created_at: TIME, updated_at: TIME },
    })
  }
  for (let index = 0; index < sizes.groups; index += 1) {
    const size = Math.min(index === 0 ? sizes.members : SMALL_GROUP, sizes.users)
    yield write('scim-group', names.groupId(index), {
      ...{ display_name: names.groupName(index), created_at: TIME, updated_at: TIME },
    })
    for (let at = 0; at < size; at += 1)
      yield write(
        'scim-group-member',
        `${names.groupId(index)}/${names.userId((index + at) % sizes.users)}`,
        {},
      )
    yield unique('group', names.groupName(index), names.groupId(index))
  }
  const plan = sha256(CONFIG_TEXT)
  for (let index = 0; index < sizes.configs; index += 1) {
    yield write('config', `config-${index}`, {
      ...{ id: uuid('config', index), name: `Config ${index}`, workspace: workspaceOf(index) },
      ...{ status: 'active', latest: 1, labels: { live: 1 }, text: CONFIG_TEXT, plan, ...TIMES },
    })
    yield write('config-version', `config-${index}/00000001`, {
      ...{ version: 1, text: CONFIG_TEXT, plan, created_by: 'anyone', message: null, created_at: TIME },
    })
  }
  for (let index = 0; index < sizes.prompts; index += 1) {
    yield write('prompt', `prompt-${index}`, {
      ...{ id: uuid('prompt', index), name: `Prompt ${index}`, workspace: workspaceOf(index) },
      ...{ collection: null, latest: 1, published: 1, labels: {}, metadata: null, ...TIMES },
    })
    yield write('prompt-version', `prompt-${index}/00000001`, {
      ...{ version: 1, content: { string: 'Hello', model: '@mock/echo' } },
      messages: [{ role: 'user', content: 'Hello' }],
      ...{ created_by: 'anyone', created_at: TIME },
    })
  }
  for (let index = 0; index < sizes.policies; index += 1)
    yield write(index % 2 === 0 ? 'rate-limit' : 'usage-limit', names.policyId(index), {
      ...{ workspace: workspaceOf(index), status: 'active', name: `policy ${index}` },
      terms: {
        ...(index % 2 === 0
          ? { type: 'requests', unit: 'rpm', value: 1_000_000 }
          : { type: 'cost', credit_limit: 10_000 }),
        conditions: [{ key: 'api_key', value: names.keyId(index % Math.max(sizes.keys, 1)) }],
        group_by: [{ key: 'api_key' }],
      },
      ...TIMES,
    })
}

/** Writes the company into a store, in transactions of some thousand resources. */
export async function foundCompany(store: ResourceStore, sizes: CompanySizes): Promise<void> {
  let writes: ResourceWrite[] = []
  const commit = async (): Promise<void> => {
    await store.commit({ writes })
    writes = []
  }
  for (const write of companyWrites(sizes)) {
    writes.push(write)
    if (writes.length === BATCH) await commit()
  }
  if (writes.length > 0) await commit()
}
