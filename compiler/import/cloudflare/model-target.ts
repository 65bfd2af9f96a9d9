// A model element as a target.

import { asObject, type JsonObject } from '../../../schemas/values/json.ts'
import { childPointer, type Pointer } from '../../../schemas/values/pointer.ts'
import { byForeignName } from '../foreign-names.ts'
import { variableName } from '../foreign-references.ts'
import { type ImportContext, numberIn } from '../import-context.ts'
import type { ProviderSlots } from '../provider-slots.ts'

/** Providers with another name here. */
const NAMES: Readonly<Record<string, string>> = byForeignName({
  'google-ai-studio': 'google',
  'google-vertex-ai': 'vertex',
  'aws-bedrock': 'bedrock',
  'azure-openai': 'azure',
  grok: 'xai',
  'perplexity-ai': 'perplexity',
  'workers-ai': 'cloudflare',
})

/** Settings that the route does not have. */
const REQUIRED: Readonly<Record<string, JsonObject>> = byForeignName({
  cloudflare: { resource_name: 'account-id' },
  azure: { resource_name: 'resource-name', api_version: '2024-10-21' },
  bedrock: { cloud1_region: 'us-east-1' },
  vertex: {
    cloud3_project_id: 'project-id',
    cloud3_region: 'us-central1',
    cloud3_attached_account: 'default',
  },
})

export function modelTarget(
  context: ImportContext,
  properties: JsonObject,
  at: Pointer,
  slots: ProviderSlots,
): JsonObject | undefined {
  const { provider: written, model, retries, timeout } = properties
  const name = typeof written === 'string' ? written : ''
  const spec = context.provider(NAMES[name] ?? name)
  if (spec === undefined || !spec.served) {
    context.report(
      'import-not-expressible',
      childPointer(at, 'provider'),
      `There is no provider "${name}" here. The model was left out.`,
    )
    return undefined
  }
  const required = asObject(REQUIRED[spec.id])
  if (Object.keys(required).length > 0)
    context.report(
      'import-needs-value',
      childPointer(at, 'provider'),
      `The route does not have ${Object.keys(required).join(', ')} of ${spec.name}. Placeholders were written in gateway.yaml: replace them.`,
    )
  const needsKey = !['vertex', 'bedrock'].includes(spec.id)
  const settings: JsonObject = {
    provider: spec.id,
    ...required,
    ...(needsKey && { api_key: `\${env:${variableName(spec.id, 'API_KEY')}}` }),
    ...(spec.id === 'bedrock' && {
      cloud1_access_key_id: '${env:AWS_ACCESS_KEY_ID}',
      cloud1_secret_access_key: '${env:AWS_SECRET_ACCESS_KEY}',
    }),
  }
  const attempts = numberIn(retries)
  if (attempts !== undefined && attempts > 5)
    context.report(
      'import-approximated',
      childPointer(at, 'retries'),
      `A target is called at most 5 times again here, not ${attempts} times.`,
    )
  const milliseconds = numberIn(timeout)
  return {
    provider: `@${slots.slugOf(settings, spec.id)}`,
    ...(typeof model === 'string' && { override_params: { model } }),
    ...(attempts !== undefined && attempts > 0 && { retry: { attempts: Math.min(5, attempts) } }),
    ...(milliseconds !== undefined &&
      milliseconds > 0 && { request_timeout: Math.min(3_600_000, Math.round(milliseconds)) }),
  }
}
