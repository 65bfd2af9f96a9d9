// usage/*.json and the provider specs → generated/usage-fields.ts: what each field of a reply's usage means.
import {
  readFallbackModels,
  readReplyBilled,
  readUsageForms,
  readUsageOfProviders,
  resolveUsageFields,
} from './usage-forms.ts'

const BANNER = '// Generated from schemas/ by schemas/generate.ts. Do not edit.\n'

const constant = (name: string, description: string, type: string, value: unknown): string =>
  `/** ${description} */\nexport const ${name}: ${type} = ${JSON.stringify(value, undefined, 2)}\n`

/** The text of generated/usage-fields.ts. */
export function generateUsageFields(): string {
  const forms = readUsageForms().map(({ form, fields }) => [form, resolveUsageFields(fields)])
  return [
    BANNER,
    "import type { UsageFields } from '../values/usage-fields.ts'\n",
    constant(
      'usageForms',
      'The fields of a usage, by the form in which providers report it.',
      '{ readonly [form: string]: UsageFields }',
      Object.fromEntries(forms),
    ),
    constant(
      'providerUsage',
      'Fields that only one provider has, or means otherwise.',
      '{ readonly [provider: string]: UsageFields }',
      readUsageOfProviders(),
    ),
    constant(
      'replyBilled',
      'Providers whose replies name the model that is billed.',
      'readonly string[]',
      readReplyBilled(),
    ),
    constant(
      'fallbackModels',
      'Parameters that list models which may serve a request in place of the requested one.',
      '{ readonly [provider: string]: readonly string[] }',
      readFallbackModels(),
    ),
  ].join('\n')
}
