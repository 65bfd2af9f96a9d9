// Providers of every dialect, for tables of what each is sent.

const signed = { cloud1_access_key_id: '${env:KEY}', cloud1_secret_access_key: '${env:KEY}' }

const byKey = (provider: string): object => ({ provider, api_key: '${env:KEY}' })

export const HOSTS_MANIFEST = {
  providers: {
    main: byKey('openai'),
    elsewhere: { ...byKey('openai'), custom_host: 'https://models.example.com/v1' },
    claude: byKey('anthropic'),
    foundry: { ...byKey('azure-anthropic'), resource_name: 'ours' },
    azure: { ...byKey('azure'), cloud2_resource_name: 'ours', cloud2_api_version: '2024-10-21' },
    aws: { provider: 'bedrock', cloud1_region: 'us-east-1', ...signed },
    vertex: { ...byKey('vertex'), cloud3_region: 'us-east5', cloud3_project_id: 'ours' },
    google: byKey('google'),
    cohere: byKey('cohere'),
    groq: byKey('groq'),
    mistral: byKey('mistral'),
    deepseek: byKey('deepseek'),
    nim: byKey('nvidia'),
    perplexity: byKey('perplexity'),
    xai: byKey('xai'),
    local: { ...byKey('openai-compatible'), custom_host: 'https://models.example.com/v1' },
  },
}
