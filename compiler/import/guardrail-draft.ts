// Guardrails of an imported project: named in the manifest, and run on every request or reply, or where they are named.
import { asList, asObject, type JsonObject } from '../../schemas/values/json.ts'
import { asIdentifier, type ProjectDraft, uniqueName } from './project-draft.ts'

/** A check with its parameters; `sides`: where it may run, both by default. */
export interface DraftCheck {
  readonly id: string
  readonly parameters: JsonObject
}

export type GuardSide = 'input' | 'output'

export interface DraftGuardrail {
  /** As the source names it. */
  readonly name: string
  readonly checks: readonly DraftCheck[]
  /** Whether it runs at the same time as the call. */
  readonly isBeside?: boolean
  /** The message of a denial. */
  readonly message?: string
}

/** Adds a guardrail to the manifest; its identifier. An equal one is used again. */
export function addGuardrail(
  draft: ProjectDraft,
  { name, checks, isBeside, message }: DraftGuardrail,
): string {
  const { manifest } = draft
  const guardrails = asObject(manifest['guardrails'])
  const guardrail: JsonObject = {
    deny: true,
    ...(isBeside === true && { when: 'beside' }),
    ...(message !== undefined && message !== '' && { denial_message: message }),
    checks: checks.map(({ id, parameters }) => ({ id, parameters })),
  }
  const text = JSON.stringify(guardrail)
  const known = Object.entries(guardrails).find(([, value]) => JSON.stringify(value) === text)
  if (known !== undefined) return known[0]
  const id = uniqueName(asIdentifier(name), taken => Object.hasOwn(guardrails, taken))
  manifest['guardrails'] = { ...guardrails, [id]: guardrail }
  return id
}

/** Runs a guardrail on every request, or on every reply. */
export function guardAll({ manifest }: ProjectDraft, id: string, side: GuardSide): void {
  const property = `${side}_guardrails`
  const names = asList(manifest[property])
  if (!names.includes(id)) manifest[property] = [...names, id]
}
