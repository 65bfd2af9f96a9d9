// What each field of a usage means, by the tables of schemas/usage and the fields of single providers.
import { providerUsage, usageForms } from '../../../schemas/generated/usage-fields.ts'
import type { UsageFields, UsageRole } from '../../../schemas/values/usage-fields.ts'

export type FieldTree = ReadonlyMap<string, UsageRole | FieldTree>

const toTree = (fields: UsageFields): FieldTree =>
  new Map(
    Object.entries(fields).map(([name, role]) => [name, typeof role === 'string' ? role : toTree(role)]),
  )

function withProviderFields(fields: UsageFields, own: UsageFields): UsageFields {
  const merged = Object.entries(own).map(([name, role]) => {
    const shared = Object.hasOwn(fields, name) ? fields[name] : undefined
    return [
      name,
      typeof role === 'object' && typeof shared === 'object' ? withProviderFields(shared, role) : role,
    ] as const
  })
  return { ...fields, ...Object.fromEntries(merged) }
}

const formOf = (name: string): UsageFields => usageForms[name] ?? {}
const OPENAI: FieldTree = toTree(formOf('openai'))
const OF_PROVIDERS: ReadonlyMap<string, FieldTree> = new Map(
  Object.entries(providerUsage).map(([id, own]) => [id, toTree(withProviderFields(formOf('openai'), own))]),
)

/** Of usages in forms of their own, for the adapters that convert them. */
const NATIVE: ReadonlyMap<string, FieldTree> = new Map(
  Object.entries(usageForms).map(([form, fields]) => [form, toTree(fields)]),
)

/** The fields of usages in the dialects of clients, with those that the provider has besides. */
export const fieldsAt = (provider: string | undefined): FieldTree =>
  (provider === undefined ? undefined : OF_PROVIDERS.get(provider)) ?? OPENAI

/** The fields of a form of its own. */
export const fieldsOfForm = (form: string): FieldTree | undefined => NATIVE.get(form)

/** Whether the usages of a provider have fields that others have not. */
export const hasFieldsOfItsOwn = (provider: string): boolean => OF_PROVIDERS.has(provider)

/** Names that a reply has for what is charged at the standard price. */
const STANDARD: ReadonlySet<string> = new Set(['standard', 'default', 'auto', 'on_demand', 'standard_only'])

/** Whether a reply names a tier with prices of its own. */
export const isStandardTier = (name: string): boolean => STANDARD.has(name)
