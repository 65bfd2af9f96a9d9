// What directories ask before anything else: what is supported, and which resources have which attributes.
import type { Json, JsonObject } from '../../../schemas/values/json.ts'
import { failure, quoted } from '../../values/failures.ts'
import type { SomeHandlers } from '../core/api-request.ts'
import { GRANT_SCHEMA, GROUP_SCHEMA, MAX_RESULTS, scimListReply, USER_SCHEMA } from './scim-reply.ts'

const CORE = 'urn:ietf:params:scim:schemas:core:2.0'

const CONFIG: JsonObject = {
  schemas: [`${CORE}:ServiceProviderConfig`],
  patch: { supported: true },
  bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
  filter: { supported: true, maxResults: MAX_RESULTS },
  changePassword: { supported: false },
  sort: { supported: false },
  etag: { supported: true },
  authenticationSchemes: [
    {
      type: 'oauthbearertoken',
      name: 'Bearer token',
      description: 'A key of the organisation with scopes of organisation_users.',
      primary: true,
    },
  ],
  meta: { resourceType: 'ServiceProviderConfig', location: '/scim/v2/ServiceProviderConfig' },
}

const resourceType = (id: string, schema: string, more: JsonObject = {}): JsonObject => ({
  schemas: [`${CORE}:ResourceType`],
  id,
  name: id,
  endpoint: `/${id}s`,
  schema,
  ...more,
  meta: { resourceType: 'ResourceType', location: `/scim/v2/ResourceTypes/${id}` },
})

const RESOURCE_TYPES: readonly JsonObject[] = [
  resourceType('User', USER_SCHEMA),
  resourceType('Group', GROUP_SCHEMA, {
    schemaExtensions: [{ schema: GRANT_SCHEMA, required: false }],
  }),
]

const attribute = (name: string, type: string, more: JsonObject = {}): JsonObject => ({
  name,
  type,
  multiValued: false,
  required: false,
  caseExact: false,
  mutability: 'readWrite',
  returned: 'default',
  uniqueness: 'none',
  ...more,
})

const listOf = (name: string, parts: readonly Json[], more: JsonObject = {}): JsonObject =>
  attribute(name, 'complex', { multiValued: true, subAttributes: parts, ...more })

const EXTERNAL_ID = attribute('externalId', 'string', { caseExact: true })
const READ_ONLY: JsonObject = { mutability: 'readOnly' }
const REFERENCE = attribute('value', 'string', { caseExact: true })
const DISPLAY = attribute('display', 'string', READ_ONLY)

const schemaOf = (id: string, name: string, attributes: readonly Json[]): JsonObject => ({
  schemas: [`${CORE}:Schema`],
  id,
  name,
  attributes,
  meta: { resourceType: 'Schema', location: `/scim/v2/Schemas/${id}` },
})

const SCHEMAS: readonly JsonObject[] = [
  schemaOf(USER_SCHEMA, 'User', [
    attribute('userName', 'string', { required: true, uniqueness: 'server' }),
    EXTERNAL_ID,
    attribute('name', 'complex', {
      subAttributes: [
        attribute('givenName', 'string'),
        attribute('familyName', 'string'),
        attribute('formatted', 'string', READ_ONLY),
      ],
    }),
    attribute('displayName', 'string'),
    attribute('active', 'boolean'),
    listOf('roles', [attribute('value', 'string'), attribute('primary', 'boolean', READ_ONLY)]),
    listOf(
      'emails',
      [attribute('value', 'string'), attribute('type', 'string'), attribute('primary', 'boolean')],
      READ_ONLY,
    ),
    listOf('groups', [REFERENCE, DISPLAY], READ_ONLY),
  ]),
  schemaOf(GROUP_SCHEMA, 'Group', [
    attribute('displayName', 'string', { required: true, uniqueness: 'server' }),
    EXTERNAL_ID,
    listOf('members', [REFERENCE, DISPLAY]),
  ]),
  schemaOf(GRANT_SCHEMA, 'Grants', [attribute('grants', 'string', READ_ONLY)]),
]

const byId = (documents: readonly JsonObject[], id = '') => {
  const body = documents.find(document => document['id'] === id)
  return body === undefined ? failure('not_found', `There is no ${quoted(id)}.`) : { body }
}

export const scimDiscoveryHandlers = {
  readScimConfig: async () => ({ body: CONFIG }),
  listScimSchemas: async request => scimListReply(SCHEMAS, request, document => document),
  readScimSchema: async request => byId(SCHEMAS, request.path['schemaId']),
  listScimResourceTypes: async request => scimListReply(RESOURCE_TYPES, request, document => document),
  readScimResourceType: async request => byId(RESOURCE_TYPES, request.path['typeId']),
} satisfies SomeHandlers<unknown>
