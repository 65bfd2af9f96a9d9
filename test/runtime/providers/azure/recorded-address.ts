// Recorded Azure URLs → the corresponding config, without its credential.

export interface AzureConfig {
  readonly provider: 'azure' | 'azure-anthropic' | 'azure-foundry'
  readonly resource_name: string
  readonly deployment_id?: string
  readonly api_version?: string
}

/** A version missing from the recording is made up. */
export function azureConfigOf(url: URL): AzureConfig {
  const resource = { resource_name: url.host.toLowerCase().replace('azure_', '') }
  if (url.pathname.startsWith('/anthropic/')) return { provider: 'azure-anthropic', ...resource }
  if (url.pathname.startsWith('/models/')) return { provider: 'azure-foundry', ...resource }
  const deployment = /\/deployments\/([^/]+)\//.exec(url.pathname)?.[1]
  if (deployment === undefined) return { provider: 'azure', ...resource }
  const api_version = url.searchParams.get('api-version') ?? '2025-04-01-preview'
  return { provider: 'azure', ...resource, deployment_id: deployment, api_version }
}
