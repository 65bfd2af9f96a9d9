// Schemas → reference/: the properties, headers, routes, failures and checks of the gateway as Markdown for readers.
import { checkDeclaration } from './check-schema.ts'
import { code, objectSections, propertyTable, table } from './generate-reference-tables.ts'
import {
  checkIds,
  inlineReferences,
  readCheckSchema,
  readFailures,
  readGatewayHeaders,
  readOtherPaths,
  readProviderSpecs,
  readProviderState,
  readReservedResources,
  readSchema,
  readSharedParameters,
  readStoredState,
  readUnserved,
  type Schema,
} from './sources.ts'

const BANNER = '<!-- Generated from schemas/ by schemas/generate.ts. Do not edit. -->\n'

const page = (title: string, ...parts: readonly string[]): string =>
  `${BANNER}\n# ${title}\n\n${parts.filter(part => part !== '').join('\n')}`

const LEGEND = `Properties are optional unless marked as required. In files a secret is a reference (\`\${env:NAME}\`, \`\${file:path}\` or \`\${secret:slug}\`).
`

const CONFIG_LEGEND = `An inherited property reaches the targets, unless a target sets it. Header names have the prefix \`x-gateway-\` unless
\`header_prefix\` of the [manifest](manifest.md#manifest) changes it.
`

/** What makes a property group that needs a slug, by the property. */
const SLUG_FORMS: Readonly<Record<string, string>> = {
  provider: ' of the form `@slug`',
  override_params: ' with a `model` of the form `@slug/model`',
}

function configPage(): string {
  const config = readSchema('config')
  const groups = (config['anyOf'] as { required: string[]; properties?: object }[]).map(
    ({ required, properties }) =>
      `- ${required.map(code).join(', ')}${properties === undefined ? '' : SLUG_FORMS[required[0] ?? '']}\n`,
  )
  return page(
    'Config reference',
    LEGEND,
    CONFIG_LEGEND,
    objectSections(config),
    '## Property groups\n',
    `A config, and each target, must have all properties of at least one group:\n\n${groups.join('')}`,
  )
}

const manifestPage = (): string =>
  page('Manifest reference', LEGEND, objectSections(inlineReferences(readSchema('manifest'))))

const logRecordPage = (): string =>
  page(
    'Log record',
    'The record of a request: a line of JSON in the request log, and a row in the log store.\n',
    objectSections(inlineReferences(readSchema('log-record'))),
  )

function headersPage(): string {
  const { request, response } = readGatewayHeaders()
  const listed = (headers: typeof request): string =>
    table(
      ['Header', 'Value', 'Description'],
      headers.map(header => [code(`x-gateway-${header.name}`), header.value, header.description]),
    )
  const settings = Object.entries(readSchema('config')['properties'] as Record<string, Schema>).flatMap(
    ([property, schema]) =>
      typeof schema['x-header'] === 'string'
        ? [
            [
              code(`x-gateway-${schema['x-header']}`),
              `[${code(property)}](config.md#config)`,
              String(schema['description']),
            ],
          ]
        : [],
  )
  return page(
    'Headers',
    'The prefix `x-gateway-` is the default of `header_prefix` in the [manifest](manifest.md#manifest). A gateway header that occurs twice is',
    'rejected. Strings of the caller (`config`, `metadata`, `cache-namespace`, spans) may be raw UTF-8; forwarded headers are not changed.\n',
    '## Request headers\n',
    listed(request),
    '## Request headers that set a property of the config\n',
    table(['Header', 'Property', 'Description'], settings),
    '## Headers that a provider gets\n',
    "Calls of models forward these headers of the vendor's own clients, in the vendor's dialect only, and those that",
    '`forward_headers` names. Paths that are passed through send all headers but those of the last column, which the stored',
    'provider sets. Other names are in `dropped` of the [record](log-record.md), and `portolan logs why` shows them.\n',
    table(['Provider', 'Forwarded', 'Only the provider sets'], readProviderSpecs().flatMap(clientHeaders)),
    '## Response headers\n',
    listed(response),
  )
}

/** The row of a provider whose clients have headers of their own. */
function clientHeaders(spec: Schema): readonly (readonly string[])[] {
  const forwarded = spec['clientHeaders'] as readonly string[] | undefined
  if (forwarded === undefined) return []
  const settings = Object.values((spec['settings'] ?? {}) as Readonly<Record<string, string>>)
  const names = (list: readonly string[]): string => list.map(code).join(', ')
  return [[String(spec['name']), names(forwarded), names(settings.filter(name => !forwarded.includes(name)))]]
}

function routesPage(): string {
  const routes = (readSchema('provider')['properties'] as Record<string, Schema>)['routes'] as Schema
  const served = readProviderSpecs().filter(spec => spec['served'] === true)
  const known = Object.entries(routes['properties'] as Record<string, Schema>).map(([route, schema]) => [
    code(`/v1/${route}`),
    String(schema['description']),
    String(served.filter(spec => route in (spec['routes'] as Schema)).length),
  ])
  const reserved = readReservedResources().map(({ pattern, methods, description }) => [
    code(pattern),
    methods?.join(', ') ?? 'any',
    description,
  ])
  return page(
    'Routes',
    'The base URL ends in `/v1`. A config (`x-gateway-config`), a provider (`x-gateway-provider`) or `@slug/model` as the model selects the provider; a',
    'call that names none of them uses `defaults` and `aliases` of its key or of the [manifest](manifest.md). The last column counts the served',
    'providers whose spec in `providers/` names the route; some routes reach further providers by translation.\n',
    table(['Route', 'Description', 'Providers'], known),
    '## Other paths\n',
    table(
      ['Path', 'Description'],
      readOtherPaths().map(({ path, description }) => [code(path), description]),
    ),
    '## State of providers\n',
    'A provider that serves the API itself gets these fields unchanged, and refuses an identifier that it does not know. No other provider, also that',
    'of a fallback, answers without the history that a field names. The gateway signs and encodes thoughts of other dialects for the provider that they came from.\n',
    table(
      ['API', 'Field', 'Names', 'Elsewhere'],
      readProviderState().map(({ api, field, state, elsewhere, how }) => [
        code(api),
        code(field),
        state,
        `${elsewhere}: ${how}`,
      ]),
    ),
    'Requests with these paths name it too. Through a pool of several accounts, the identifiers in their replies end in `-pm` and ten characters that',
    'name the account (see [17.6](../decisions.md#17-strict-compliance)). A list is that of all accounts, one after the other.\n',
    table(
      ['Path', 'Names', 'List'],
      readStoredState().resources.map(({ path, state, listed }) => [
        code(path),
        state,
        listed === true ? 'of all accounts' : '',
      ]),
    ),
    '## Reserved resources\n',
    'Paths below the base URL that belong to the gateway. They are never forwarded; the first match counts, `{name}` is one segment and a',
    'final `...` any number of segments. A path that the gateway does not serve is answered with 501 `not_implemented`.\n',
    table(['Pattern', 'Methods', 'Description'], reserved),
    '## Not served\n',
    "Every other method of the peer's packages for Node and Python works with `spelling: peer`. Those with a path are answered with 501 and the reason.\n",
    table(
      ['Path', 'Node', 'Python', 'Reason'],
      readUnserved().map(({ pattern, methods, node, python, reason }) => [
        pattern === undefined ? '' : `${(methods ?? []).join(', ')} ${code(pattern)}`.trim(),
        node.map(code).join(', '),
        python.map(code).join(', '),
        reason,
      ]),
    ),
  )
}

function failuresPage(): string {
  const { failures, providerErrors, causes } = readFailures()
  return page(
    'Failures',
    'Replies of the gateway itself have the body `{"error": {"message", "type", "param", "code"}}`. Errors of a provider have its status',
    'and code; see [Decisions](../decisions.md#13-failures).\n',
    table(
      ['Code', 'Status', 'Type', 'Caused by', 'Returned when', 'What to do'],
      failures.map(failure => [
        code(failure.code),
        String(failure.status),
        code(failure.type),
        failure.fault,
        failure.description,
        failure.action,
      ]),
    ),
    '## Errors of providers\n',
    'A reply of a provider with one of these statuses passes, unless a retry or a fallback of the config replaces it.\n',
    table(
      ['Status', 'Caused by', 'Meaning', 'What to do'],
      providerErrors.map(({ statuses, fault, description, action }) => [
        statuses,
        fault,
        description,
        action,
      ]),
    ),
    '## Causes\n',
    'Why a call to a provider failed: at the end of the message, and in the `cause` of its attempt in the log.\n',
    table(
      ['Cause', 'Caused by', 'Description', 'What to do'],
      causes.map(({ cause, fault, description, action }) => [code(cause), fault, description, action]),
    ),
  )
}

const HOOK_NOUNS = { request: 'requests', reply: 'replies' } as const

function checkSection(id: string): string {
  const shared = readSharedParameters()
  const schema = readCheckSchema(id)
  const { description, hooks, readsTexts, rewrites, streaming, address, parameters } = checkDeclaration(
    id,
    schema,
    shared,
  )
  const facts = [
    `Runs on ${hooks.map(hook => HOOK_NOUNS[hook]).join(' and ')}.`,
    readsTexts ? 'Reads message content.' : 'Reads the request as a whole.',
    rewrites ? 'May rewrite its input.' : '',
    streaming ? 'Can check a stream in windows.' : '',
    address === undefined ? '' : `Calls ${code(address)}.`,
  ]
  const sharedNames = Object.keys(shared).filter(
    name =>
      name in (parameters['properties'] as Schema) && !(name in ((schema['properties'] ?? {}) as Schema)),
  )
  return [
    `## ${id}\n`,
    `${description} ${facts.filter(fact => fact !== '').join(' ')}\n`,
    propertyTable(schema, schema),
    `Shared parameters: ${sharedNames.map(code).join(', ')}.\n`,
  ]
    .filter(part => part !== '')
    .join('\n')
}

const checksPage = (): string =>
  page(
    'Checks',
    'In the shorthand of a guardrail, `default.` may be omitted. A check takes those shared parameters that its section names.\n',
    '## Shared parameters\n',
    propertyTable({ properties: readSharedParameters() }, {}),
    ...checkIds().map(checkSection),
  )

const INDEX = page(
  'Reference',
  'Generated from the schemas: `npm run generate` writes these pages, `npm run check` compares them.\n',
  table(
    ['Page', 'Contents'],
    [
      ['[Config](config.md)', 'Every property of a config, its targets and its objects.'],
      ['[Manifest](manifest.md)', 'Every property of `gateway.yaml`.'],
      ['[Headers](headers.md)', 'Request and response headers of the gateway.'],
      ['[Log record](log-record.md)', 'Every property of the log of a request.'],
      ['[Routes](routes.md)', 'Routes that the gateway understands, and paths that it reserves.'],
      ['[Failures](failures.md)', 'Errors that the gateway itself replies with, and what to do about them.'],
      ['[Checks](checks.md)', 'Built-in checks of guardrails with their parameters.'],
      [
        '[Coding agents](../coding-agents.md)',
        'Settings of Claude Code, Codex and other agents of developers; not generated.',
      ],
      ['[Threat model](../threat-model.md)', 'Promises about security with their tests; not generated.'],
      [
        '[Operation](../operation.md)',
        'Deployment, symptoms, memory, logs and metrics, and behaviour under failures; not generated.',
      ],
      [
        '[Decisions](../decisions.md)',
        'Behaviour of the gateway where the interface leaves it open; not generated.',
      ],
    ],
  ),
)

/** Every page by its file name. */
export function generateReference(): readonly (readonly [name: string, text: string])[] {
  return [
    ['README.md', INDEX],
    ['config.md', configPage()],
    ['manifest.md', manifestPage()],
    ['log-record.md', logRecordPage()],
    ['headers.md', headersPage()],
    ['routes.md', routesPage()],
    ['failures.md', failuresPage()],
    ['checks.md', checksPage()],
  ]
}
