// The checks of a guardrail of LiteLLM, by the service that it calls.

import { asList, asObject, type Json, type JsonObject, present } from '../../../schemas/values/json.ts'
import { childPointer } from '../../../schemas/values/pointer.ts'
import { byForeignName } from '../foreign-names.ts'
import { placeholderHost, readAccount, readSecret, readSetting } from '../foreign-references.ts'
import type { DraftCheck } from '../guardrail-draft.ts'
import type { ProviderSlots } from '../provider-slots.ts'
import { contentChecks } from './content-filter.ts'
import type { Placed } from './sections.ts'

/** Reads the parameters of a guardrail. */
export interface GuardParameters {
  readonly params: Placed<JsonObject>
  readonly secret: (name: string, variable: string) => string
  readonly text: (name: string) => string | undefined
  /** An address, or that of a variable that the source reads. */
  readonly address: (name: string, variable?: string) => string | undefined
  /** A service account by a file or a variable. */
  readonly account: (name: string, variable: string) => string
  /** The slug of a stored provider that moderates. */
  readonly moderator: () => string
}

export function guardParameters(
  params: Placed<JsonObject>,
  variables: JsonObject,
  slots: ProviderSlots,
): GuardParameters {
  const { context, at, value } = params
  const place = (name: string): string => childPointer(at, name)
  return {
    params,
    secret: (name, variable) =>
      readSecret(context, value[name], place(name), variable) ?? `\${env:${variable}}`,
    text: name =>
      readSetting(context, value[name], place(name), variable => variable.toLowerCase(), { variables }),
    address: (name, variable) =>
      readSetting(
        context,
        value[name] ?? (variable === undefined ? undefined : `os.environ/${variable}`),
        value[name] === undefined ? at : place(name),
        placeholderHost,
        { variables },
      )?.replace(/\/+$/, ''),
    account: (name, variable) =>
      readAccount(context, value[name], value[name] === undefined ? at : place(name), variable),
    moderator: () =>
      slots.slugOf(
        {
          provider: 'openai',
          api_key:
            readSecret(context, value['api_key'], place('api_key'), 'OPENAI_API_KEY') ??
            '${env:OPENAI_API_KEY}',
        },
        'openai',
      ),
  }
}

type Convert = (parameters: GuardParameters) => readonly DraftCheck[] | undefined

const one = (
  id: string,
  parameters: { readonly [name: string]: Json | undefined },
): readonly DraftCheck[] => [{ id, parameters: present(parameters) }]

const lakera: Convert = ({ secret, address, text }) =>
  one('lakera.guard', {
    apiKey: secret('api_key', 'LAKERA_API_KEY'),
    apiEndpoint: address('api_base'),
    projectID: text('project_id'),
  })

const bedrock: Convert = ({ secret, text, params: { value } }) =>
  one('bedrock.guard', {
    guardrailId: text('guardrailIdentifier'),
    guardrailVersion: text('guardrailVersion'),
    awsRegion: text('aws_region_name') ?? 'us-east-1',
    awsAccessKeyId: secret('aws_access_key_id', 'AWS_ACCESS_KEY_ID'),
    awsSecretAccessKey: secret('aws_secret_access_key', 'AWS_SECRET_ACCESS_KEY'),
    redact: isMasking(value),
  })

const isMasking = (value: JsonObject): true | undefined =>
  value['mask_request_content'] === true || value['mask_response_content'] === true ? true : undefined

/** The default of the source: an error denies. */
const modelArmor: Convert = ({ text, account, params: { value } }) =>
  one('google.modelArmor', {
    projectId: text('project_id') ?? 'project-id',
    location: text('location') ?? 'us-central1',
    templateId: text('template_id'),
    serviceAccountJson: account('credentials', 'MODEL_ARMOR_CREDENTIALS'),
    redact: isMasking(value),
    failOnError: value['fail_on_error'] === false ? undefined : true,
  })

/** Entities that are masked, and those that deny: two checks of the same analyzer. */
const presidio: Convert = ({ address, text, params: { value } }) => {
  const actions = Object.entries(asObject(value['pii_entities_config']))
  const scores = asObject(value['presidio_score_thresholds'])
  const shared = {
    customHost: address('presidio_analyzer_api_base', 'PRESIDIO_ANALYZER_API_BASE'),
    language: text('presidio_language'),
    scoreThreshold: typeof scores['ALL'] === 'number' ? scores['ALL'] : undefined,
  }
  const named = (action: string): readonly string[] =>
    actions.flatMap(([entity, own]) => (String(own).toUpperCase() === action ? [entity] : []))
  const denied = named('BLOCK')
  const masked = named('MASK')
  return [
    ...(denied.length > 0 ? one('presidio.analyze', { ...shared, entities: denied }) : []),
    ...(masked.length > 0 || denied.length === 0
      ? one('presidio.analyze', { ...shared, entities: masked.length > 0 ? masked : undefined, redact: true })
      : []),
  ]
}

const azureResource = ({ address }: GuardParameters): { readonly [name: string]: Json | undefined } => {
  const host = address('api_base', 'AZURE_CONTENT_SAFETY_ENDPOINT')
  const resource = /^https:\/\/([A-Za-z0-9-]+)\.cognitiveservices\.azure\.com$/.exec(host ?? '')?.[1]
  return { resourceName: resource ?? 'resource-name', customHost: resource === undefined ? host : undefined }
}

const aporia: Convert = ({ secret, address }) => {
  const [, endpoint, project] = /^(https?:\/\/[^/]+)\/([^/]+)$/.exec(address('api_base') ?? '') ?? []
  return project === undefined
    ? undefined
    : one('aporia.validateProject', {
        apiKey: secret('api_key', 'APORIA_API_KEY'),
        apiEndpoint: endpoint,
        projectID: project,
      })
}

const CONVERT: Readonly<Record<string, Convert>> = byForeignName({
  lakera,
  lakera_v2: lakera,
  lakera_ai: lakera,
  bedrock,
  'bedrock/guardrail': bedrock,
  presidio,
  model_armor: modelArmor,
  aporia,
  'hide-secrets': () => one('default.secrets', { redact: true }),
  hide_secrets: () => one('default.secrets', { redact: true }),
  openai_moderation: ({ text, moderator }) =>
    one('vendor.moderateContent', { provider: `@${moderator()}`, model: text('model') }),
  'azure/text_moderations': parameters =>
    one('azure.contentSafety', {
      ...azureResource(parameters),
      apiKey: parameters.secret('api_key', 'AZURE_CONTENT_SAFETY_KEY'),
      severity:
        typeof parameters.params.value['severity_threshold'] === 'number'
          ? parameters.params.value['severity_threshold']
          : undefined,
      blocklistNames:
        asList(parameters.params.value['blocklistNames']).length > 0
          ? parameters.params.value['blocklistNames']
          : undefined,
    }),
  'azure/prompt_shield': parameters =>
    one('azure.shieldPrompt', {
      ...azureResource(parameters),
      apiKey: parameters.secret('api_key', 'AZURE_CONTENT_SAFETY_KEY'),
    }),
  pangea: ({ secret, text, address }) =>
    one('pangea.textGuard', {
      apiKey: secret('api_key', 'PANGEA_API_KEY'),
      apiEndpoint: address('api_base'),
      recipe: text('pangea_input_recipe'),
    }),
  panw_prisma_airs: ({ secret, text, address }) =>
    one('panw-prisma-airs.intercept', {
      apiKey: secret('api_key', 'PANW_PRISMA_AIRS_API_KEY'),
      apiEndpoint: address('api_base'),
      profileName: text('profile_name'),
    }),
  zscaler_ai_guard: ({ secret, text, address }) =>
    one('zscaler.aiGuard', {
      apiKey: secret('api_key', 'ZSCALER_AI_GUARD_API_KEY'),
      policyId: text('policy_id'),
      apiEndpoint: address('api_base'),
    }),
  litellm_content_filter: ({ params }) => contentChecks(params),
})

/** Undefined for a kind that has no check here. */
export const guardChecks = (kind: string, parameters: GuardParameters): readonly DraftCheck[] | undefined =>
  Object.hasOwn(CONVERT, kind) ? CONVERT[kind]?.(parameters) : undefined
