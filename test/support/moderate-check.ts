// A catalog with a check without a real service: it has a secret, an address with a parameter in it, a limit of
// time under a name of its own, and a list of objects with a pattern and a default.
import { Ajv2020 } from 'ajv/dist/2020.js'
import type { Catalog, CheckFacts } from '../../compiler/facts/catalog.ts'
import { checkDeclaration, parametersOf } from '../../schemas/check-schema.ts'
import type { Validator } from '../../schemas/generated/validators.ts'
import { readSharedParameters } from '../../schemas/sources.ts'
import { realCatalog } from './catalog.ts'

const SCHEMA = {
  title: 'Moderate',
  description: 'A service finds nothing wrong with the texts.',
  type: 'object',
  additionalProperties: false,
  properties: {
    host: { type: 'string', description: 'The region of the service.', minLength: 1 },
    apiKey: { type: 'string', description: 'The key of the service.', minLength: 1, 'x-secret': true },
    level: { type: 'integer', description: 'How strict it is.', minimum: 0, maximum: 4, default: 2 },
    keyWords: { type: 'array', description: 'Words to look for.', items: { type: 'string' } },
    timeoutMs: {
      type: 'integer',
      description: 'Milliseconds that it may take.',
      minimum: 1,
      maximum: 60_000,
      default: 4000,
      'x-timeout': true,
    },
    lists: {
      type: 'array',
      description: 'Words and how much they weigh.',
      items: {
        type: 'object',
        additionalProperties: false,
        properties: {
          word: { type: 'string', description: 'A regular expression.', 'x-pattern': true },
          weight: { type: 'number', description: 'How much it weighs.', default: 1 },
        },
        required: ['word'],
      },
    },
  },
  required: ['host'],
  'x-address': 'https://{host}.acme.example/v1/moderate',
}

const shared = readSharedParameters()

const moderate: CheckFacts = {
  ...checkDeclaration('acme.moderate', SCHEMA, shared),
  validate: new Ajv2020({ allErrors: true, strict: false, messages: false }).compile(
    parametersOf(SCHEMA, shared),
  ) as unknown as Validator,
}

export const moderateCatalog: Catalog = {
  ...realCatalog,
  checkNames: [...realCatalog.checkNames, moderate.id].sort(),
  check: id => (id === moderate.id ? moderate : realCatalog.check(id)),
}
