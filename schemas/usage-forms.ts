// The tables of `usage/`, and the fields of single providers: what each field of a usage means.
import { readFolder, readProviderSpecs } from './sources.ts'
import type { UsageFields, UsageRole } from './values/usage-fields.ts'

interface WrittenFields {
  readonly [name: string]: string | WrittenFields
}

export interface UsageForm {
  readonly form: string
  readonly fields: WrittenFields
  readonly sources: readonly { readonly source: string; readonly read: string }[]
}

/** Sorted by file name. */
export const readUsageForms = (): readonly UsageForm[] =>
  readFolder('usage') as unknown as readonly UsageForm[]

const REFERENCE = 'as '

/** Fields with what their references mean. */
export function resolveUsageFields(fields: WrittenFields, root: WrittenFields = fields): UsageFields {
  return Object.fromEntries(
    Object.entries(fields).map(([name, role]) => {
      const meant =
        typeof role === 'string' && role.startsWith(REFERENCE) ? root[role.slice(REFERENCE.length)] : role
      if (meant === undefined) throw new Error(`schemas/usage: "${name}" means a field that does not exist.`)
      return [name, typeof meant === 'string' ? (meant as UsageRole) : resolveUsageFields(meant, root)]
    }),
  )
}

interface UsageOfProvider {
  readonly id: string
  readonly usage?: WrittenFields
  readonly billsRepliedModel?: true
  readonly fallbackModels?: readonly string[]
}

const usageOfProviders = (): readonly UsageOfProvider[] =>
  readProviderSpecs() as unknown as readonly UsageOfProvider[]

/** The fields that only one provider has, by its identifier. */
export const readUsageOfProviders = (): { readonly [provider: string]: UsageFields } =>
  Object.fromEntries(
    usageOfProviders().flatMap(({ id, usage }) =>
      usage === undefined ? [] : [[id, resolveUsageFields(usage)] as const],
    ),
  )

/** Parameters that list models which may answer, by the identifier of the provider. */
export const readFallbackModels = (): { readonly [provider: string]: readonly string[] } =>
  Object.fromEntries(
    usageOfProviders().flatMap(({ id, fallbackModels }) =>
      fallbackModels === undefined ? [] : [[id, fallbackModels] as const],
    ),
  )

/** Providers whose replies name the model that is billed. */
export const readReplyBilled = (): readonly string[] =>
  usageOfProviders().flatMap(({ id, billsRepliedModel }) => (billsRepliedModel === true ? [id] : []))
