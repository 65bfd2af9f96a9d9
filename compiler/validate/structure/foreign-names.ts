// Words that other gateways use for a property of a config.

const NAMES: ReadonlyMap<string, string> = new Map([
  ['aws_access_key_id', 'cloud1_access_key_id'],
  ['aws_secret_access_key', 'cloud1_secret_access_key'],
  ['aws_session_token', 'cloud1_session_token'],
  ['aws_region', 'cloud1_region'],
  ['azure_resource_name', 'cloud2_resource_name'],
  ['azure_deployment_id', 'cloud2_deployment_id'],
  ['azure_api_version', 'cloud2_api_version'],
  ['azure_model_name', 'cloud2_model_name'],
  ['vertex_project_id', 'cloud3_project_id'],
  ['vertex_region', 'cloud3_region'],
  ['vertex_service_account_json', 'cloud3_service_account_json'],
  ['openai_organization', 'vendor_organization'],
  ['openai_project', 'vendor_project'],
  ['base_url', 'custom_host'],
  ['options', 'targets'],
  ['retries', 'retry'],
  ['timeout', 'request_timeout'],
  ['guardrails', 'input_guardrails'],
])

/** The property that another gateway's word means, if it is one of the known ones. */
export function foreignName(word: string, known: readonly string[]): string | undefined {
  const name = NAMES.get(word)
  return name !== undefined && known.includes(name) ? name : undefined
}
