// Lints the tables of usage: known roles, and a source with the day on which it was read.
import { readUsageForms, readUsageOfProviders, resolveUsageFields } from './usage-forms.ts'
import { PRICE_UNITS } from './values/price-table.ts'
import { OTHER_ROLES, type UsageFields } from './values/usage-fields.ts'

const ROLES: ReadonlySet<string> = new Set([...PRICE_UNITS, ...OTHER_ROLES])

const unknownRoles = (fields: UsageFields): readonly string[] =>
  Object.values(fields).flatMap(role =>
    typeof role !== 'string' ? unknownRoles(role) : ROLES.has(role) ? [] : [role],
  )

export function lintUsage(): readonly string[] {
  return [
    ...readUsageForms().flatMap(({ form, fields, sources }) => [
      ...unknownRoles(resolveUsageFields(fields)).map(
        role => `usage/${form}.json: "${role}" is not a role of a field.`,
      ),
      ...(sources.length > 0 &&
      sources.every(({ source, read }) => URL.canParse(source) && /^\d{4}-\d\d-\d\d$/.test(read))
        ? []
        : [`usage/${form}.json: A form has sources with their dates.`]),
    ]),
    ...Object.entries(readUsageOfProviders()).flatMap(([id, fields]) =>
      unknownRoles(fields).map(role => `providers/${id}.json: "${role}" is not a role of a field of usage.`),
    ),
  ]
}
