// What the official conformance suite wants a server to have, whatever its era: names, texts and schemas are those of its scenarios.

const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg=='
const WAV = 'UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQAAAAA='

export const text = (content: string) => ({ type: 'text' as const, text: content })
const image = { type: 'image' as const, data: PNG, mimeType: 'image/png' }
const embedded = (uri: string, mimeType: string, content: string) => ({
  type: 'resource' as const,
  resource: { uri, mimeType, text: content },
})

const object = (properties: object = {}, required: readonly string[] = []) => ({
  type: 'object' as const,
  properties,
  ...(required.length > 0 && { required }),
})
const STRING = { type: 'string' }

/** Results of tools that always have the same. */
export const RESULTS: Readonly<Record<string, object>> = {
  test_simple_text: { content: [text('This is a simple text response for testing.')] },
  test_image_content: { content: [image] },
  test_audio_content: { content: [{ type: 'audio', data: WAV, mimeType: 'audio/wav' }] },
  test_embedded_resource: {
    content: [embedded('test://embedded-resource', 'text/plain', 'This is an embedded resource content.')],
  },
  test_multiple_content_types: {
    content: [
      text('Multiple content types test:'),
      image,
      embedded('test://mixed-content-resource', 'application/json', '{"test":"data","value":123}'),
    ],
  },
  test_error_handling: {
    isError: true,
    content: [text('This tool intentionally returns an error for testing')],
  },
}

const SCHEMA_2020 = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object' as const,
  $defs: {
    address: {
      $anchor: 'addressDef',
      type: 'object',
      properties: { street: STRING, city: STRING },
    },
  },
  properties: {
    name: STRING,
    address: { $ref: '#/$defs/address' },
    contactMethod: { type: 'string', enum: ['phone', 'email'] },
    phone: STRING,
    email: STRING,
  },
  allOf: [{ anyOf: [{ required: ['phone'] }, { required: ['email'] }] }],
  if: { properties: { contactMethod: { const: 'phone' } }, required: ['contactMethod'] },
  then: { required: ['phone'] },
  else: { required: ['email'] },
  additionalProperties: false,
}

/** Arguments of tools that take some. */
const INPUTS: Readonly<Record<string, object>> = {
  test_sampling: object({ prompt: STRING }, ['prompt']),
  test_elicitation: object({ message: STRING }, ['message']),
  json_schema_2020_12_tool: SCHEMA_2020,
  test_custom_headers: object({ region: { type: 'string', 'x-mcp-header': 'Region' } }),
}

export const toolsNamed = (names: readonly string[]) =>
  names.map(name => ({
    name,
    description: `The tool ${name} of the suite.`,
    inputSchema: (INPUTS[name] ?? object()) as { readonly type: 'object' },
  }))

const argument = (name: string) => ({ name, description: `The argument ${name}.`, required: true })
export const OFFERED_PROMPTS = [
  { name: 'test_simple_prompt', description: 'A prompt.' },
  {
    name: 'test_prompt_with_arguments',
    description: 'A prompt with arguments.',
    arguments: [argument('arg1'), argument('arg2')],
  },
  {
    name: 'test_prompt_with_embedded_resource',
    description: 'A prompt with a resource.',
    arguments: [argument('resourceUri')],
  },
  { name: 'test_prompt_with_image', description: 'A prompt with an image.' },
]

const fromUser = (content: object) => ({ role: 'user' as const, content })

/** Undefined for a prompt that does not exist. */
export function promptResult(name: string, args: Readonly<Record<string, string>>): object | undefined {
  const messages: Readonly<Record<string, readonly object[]>> = {
    test_simple_prompt: [fromUser(text('This is a simple prompt for testing.'))],
    test_prompt_with_arguments: [
      fromUser(text(`Prompt with arguments: arg1='${args['arg1']}', arg2='${args['arg2']}'`)),
    ],
    test_prompt_with_embedded_resource: [
      fromUser(embedded(args['resourceUri'] ?? '', 'text/plain', 'Embedded resource content for testing.')),
      fromUser(text('Please process the embedded resource above.')),
    ],
    test_prompt_with_image: [fromUser(image), fromUser(text('Please analyze the image above.'))],
  }
  return messages[name] && { messages: messages[name] }
}

export const OFFERED_RESOURCES = [
  'test://static-text',
  'test://static-binary',
  'test://watched-resource',
].map(uri => ({
  uri,
  name: uri.slice(7),
  description: `The resource ${uri}.`,
  mimeType: uri.endsWith('binary') ? 'image/png' : 'text/plain',
}))
export const TEMPLATES = [
  {
    uriTemplate: 'test://template/{id}/data',
    name: 'template',
    description: 'A template.',
    mimeType: 'application/json',
  },
]

/** Undefined for a resource that does not exist. */
export function resourceResult(uri: string): object | undefined {
  const id = /^test:\/\/template\/([^/]+)\/data$/.exec(uri)?.[1]
  if (id !== undefined)
    return {
      contents: [
        {
          uri,
          mimeType: 'application/json',
          text: JSON.stringify({ id, templateTest: true, data: `Data for ID: ${id}` }),
        },
      ],
    }
  const found = OFFERED_RESOURCES.find(each => each.uri === uri)
  if (found === undefined) return undefined
  return {
    contents: [
      found.mimeType === 'image/png'
        ? { uri, mimeType: 'image/png', blob: PNG }
        : { uri, mimeType: 'text/plain', text: 'This is the content of the static text resource.' },
    ],
  }
}

export const LOGGED = ['Tool execution started', 'Tool processing data', 'Tool execution completed']
export const COMPLETED = { completion: { values: ['paris', 'park', 'party'], total: 150, hasMore: false } }

export const FORM_WITH_DEFAULTS = object({
  name: { ...STRING, default: 'John Doe' },
  age: { type: 'integer', default: 30 },
  score: { type: 'number', default: 95.5 },
  status: { ...STRING, enum: ['active', 'inactive', 'pending'], default: 'active' },
  verified: { type: 'boolean', default: true },
})
const titled = (key: string, titles: readonly string[]) =>
  titles.map((title, index) => ({ const: `${key}${index + 1}`, title }))
const OPTIONS = ['option1', 'option2', 'option3']
export const FORM_WITH_ENUMS = object({
  untitledSingle: { ...STRING, enum: OPTIONS },
  titledSingle: { ...STRING, oneOf: titled('value', ['First Option', 'Second Option', 'Third Option']) },
  legacyEnum: {
    ...STRING,
    enum: ['opt1', 'opt2', 'opt3'],
    enumNames: ['Option One', 'Option Two', 'Option Three'],
  },
  untitledMulti: { type: 'array', items: { ...STRING, enum: OPTIONS } },
  titledMulti: {
    type: 'array',
    items: { anyOf: titled('value', ['First Choice', 'Second Choice', 'Third Choice']) },
  },
})
export const FORM_OF_PERSON = object(
  {
    username: { ...STRING, description: "User's response" },
    email: { ...STRING, description: "User's email address" },
  },
  ['username', 'email'],
)
export const formOf = (name: string, type = 'string') => object({ [name]: { type } }, [name])
