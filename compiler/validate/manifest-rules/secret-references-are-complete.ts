// Secret references name a secret in the form of their manager, and do not contradict themselves.
import type { SecretReference } from '../../../schemas/generated/types.ts'
import { quoteName } from '../../../schemas/values/format-names.ts'
import { childPointer, type Pointer } from '../../../schemas/values/pointer.ts'
import { isSecretSlug } from '../../facts/secret.ts'
import type { ManifestRule } from '../nodes/rule-context.ts'
import type { ReportAt } from '../reporting/report.ts'
import { isJsonArray, isJsonObject, ownProperty } from '../values/json-values.ts'
import { isOrigin } from './hosts-are-well-formed.ts'

/** The form of a path by the manager; the others take any. */
const PATHS: {
  readonly [type in SecretReference['manager_type']]: readonly [form: RegExp, expected: string]
} = {
  env: [/^[A-Za-z_][A-Za-z0-9_]*$/, 'the name of a variable'],
  file: [/^\/./, 'an absolute path'],
  hashicorp_vault: [
    /^(?!\/)(?!.*(?:^|\/)\.{0,2}(?:\/|$)).+$/,
    'mount/path, as "vault kv get" takes it, without a slash at the beginning or end',
  ],
  aws_sm: [/^[\w/+=.@:!-]+$/, 'the name or the ARN of a secret'],
  azure_kv: [/^[0-9A-Za-z-]{1,127}(?:\/[0-9a-f]{32})?$/, 'the name of a secret, or name/version'],
}

export const secretReferencesAreComplete: ManifestRule = ({ manifest }, report) => {
  const references = ownProperty(manifest, 'secret_references')
  for (const [slug, value] of Object.entries(isJsonObject(references) ? references : {})) {
    const pointer = childPointer('/secret_references', slug)
    if (!isSecretSlug(slug))
      report(
        'malformed-slug',
        { key: pointer },
        `${quoteName(slug)} is not a slug: it must start with a letter or digit and contain only letters, digits, hyphens and underscores.`,
      )
    if (!isJsonObject(value)) continue
    const property = (name: keyof SecretReference) => ownProperty(value, name)
    const type = property('manager_type')
    const path = property('secret_path')
    const form = Object.entries(PATHS).find(([name]) => name === type)?.[1]
    if (form !== undefined && typeof path === 'string' && !path.includes('${') && !form[0].test(path))
      report('incomplete-secret-reference', at(pointer, 'secret_path'), `"secret_path" must be ${form[1]}.`)
    validateWorkspaces(pointer, property('allow_all_workspaces'), property('allowed_workspaces'), report)
    const [age, stale] = [property('max_age'), property('max_stale')]
    if (typeof age === 'number' && typeof stale === 'number' && stale < age)
      report(
        'incomplete-secret-reference',
        at(pointer, 'max_stale'),
        `"max_stale" is ${stale} seconds, less than "max_age" of ${age}.`,
      )
    const hosts = property('allowed_hosts')
    for (const [index, host] of (isJsonArray(hosts) ? hosts : []).entries())
      if (typeof host === 'string' && !isOrigin(host))
        report(
          'malformed-allowed-host',
          childPointer(at(pointer, 'allowed_hosts'), index),
          `${quoteName(host)} is not an origin: use a host such as "api.openai.com" or "http://10.0.0.5:8000", without a path.`,
        )
  }
}

const at = (pointer: Pointer, name: keyof SecretReference): Pointer => childPointer(pointer, name)

function validateWorkspaces(pointer: Pointer, all: unknown, allowed: unknown, report: ReportAt): void {
  if (all === true && allowed !== undefined)
    report(
      'incomplete-secret-reference',
      at(pointer, 'allow_all_workspaces'),
      '"allow_all_workspaces" is true beside "allowed_workspaces". Remove one of them.',
    )
  if (all === false && allowed === undefined)
    report(
      'incomplete-secret-reference',
      at(pointer, 'allow_all_workspaces'),
      '"allow_all_workspaces" is false, so "allowed_workspaces" must list who may use the secret.',
    )
}
