// Aliases and Portkey's words for settings are read as the interface's, with the positions of the text.
import { describe, expect, it } from 'vitest'
import { canonicalConfig, canonicalManifest } from '../../compiler/facts/canonical-names.ts'
import { compileProject } from '../../compiler/project.ts'
import { readJson } from '../../compiler/read/json.ts'
import { runtimeCatalog } from '../../runtime/process/catalog.ts'
import { configFacts } from '../../schemas/generated/facts.ts'

const parse = (value: object) => {
  const parsed = readJson({ name: 'config.json', text: JSON.stringify(value) }, () => {})
  if (parsed === undefined) throw new Error('The text cannot be parsed.')
  return parsed
}
const source = (name: string, value: object) => ({
  source: { name, text: JSON.stringify(value) },
  read: readJson,
})
const compiled = (manifest: object, configs: Readonly<Record<string, object>> = {}) =>
  compileProject(
    {
      manifest: source('gateway.json', manifest),
      configs: new Map(Object.entries(configs).map(([id, value]) => [id, source(`${id}.json`, value)])),
    },
    runtimeCatalog(),
    () => '0'.repeat(64),
  )

describe('the words of the peer', () => {
  const words = Object.entries(configFacts).flatMap(([name, { peer = [] }]) =>
    peer.map(word => [word, name] as const),
  )

  it.each(words)('%s is read as %s', (word, name) => {
    expect(canonicalConfig(parse({ [word]: 'x' }), 'peer').value).toEqual({ [name]: 'x' })
    expect(canonicalConfig(parse({ targets: [{}, { [word]: 'x' }] }), 'peer').value).toEqual({
      targets: [{}, { [name]: 'x' }],
    })
    const manifest = { spelling: 'peer', providers: { a: { [word]: 'x' } } }
    expect(canonicalManifest(parse(manifest)).value).toEqual({
      spelling: 'peer',
      providers: { a: { [name]: 'x' } },
    })
  })

  it('name no property of the interface, and each only one', () => {
    const written = words.map(([word]) => word)
    expect(written.filter(word => Object.hasOwn(configFacts, word))).toEqual([])
    expect(new Set(written).size).toBe(written.length)
  })

  it('stay as they are without the setting, and below other properties', () => {
    const plain = parse({ aws_region: 'x' })
    expect(canonicalConfig(plain)).toBe(plain)
    const deep = parse({ override_params: { aws_region: 'x' } })
    expect(canonicalConfig(deep, 'peer')).toBe(deep)
  })

  it('keep their positions', () => {
    const written = parse({ name: 'x', targets: [{ aws_region: { a: [1] } }] })
    const canonical = canonicalConfig(written, 'peer')
    for (const [pointer, origin] of written.origins) {
      const renamed = pointer.replace('aws_region', 'cloud1_region')
      expect(canonical.origins.get(renamed)).toEqual(origin)
      expect(canonical.origins.has(renamed)).toBe(true)
    }
    expect([...canonical.origins.keys()]).toEqual(
      [...written.origins.keys()].map(pointer => pointer.replace('aws_region', 'cloud1_region')),
    )
    expect(canonical.origins.size).toBe(written.origins.size)
  })

  it('stay as they are beside the name of the interface, which is an error', () => {
    const { diagnostics } = compiled(
      { spelling: 'peer' },
      { a: { provider: 'bedrock', aws_region: 'eu-west-1', cloud1_region: 'eu-west-2' } },
    )
    expect(diagnostics.map(({ code }) => code)).toContain('unknown-property')
  })
})

describe('Authorization in a config', () => {
  it.each(['Authorization', 'authorization'])('is the API key without its scheme: %s', name => {
    const value = { provider: 'openai', api_key: '${env:KEY}' }
    for (const written of ['${env:KEY}', 'Bearer ${env:KEY}', 'bearer  ${env:KEY}'])
      expect(canonicalConfig(parse({ provider: 'openai', [name]: written })).value).toEqual(value)
  })

  it('compiles to the plan of the API key', () => {
    const config = { provider: 'openai', api_key: '${env:KEY}' }
    const alias = { provider: 'openai', Authorization: 'Bearer ${env:KEY}' }
    const { plans } = compiled({}, { config, alias })
    expect(plans.get('alias')).toEqual(plans.get('config'))
    expect(plans.get('alias')).toBeDefined()
  })
})

describe('a setting of Entra beside an API key', () => {
  const unused = (manifest: object, config: object) =>
    compiled(manifest, { chat: config }).diagnostics.flatMap(({ code, message }) =>
      code === 'setting-without-effect' ? [message] : [],
    )
  const WARNING = /^"cloud2_entra_scope" has no effect: .* uses the API key beside it\.$/

  it.each(['azure', 'azure-foundry', 'azure-anthropic'])('has no effect: %s', provider => {
    const config = { provider, api_key: '${env:KEY}', cloud2_resource_name: 'r', cloud2_entra_scope: 's' }
    expect(unused({}, config)).toEqual([expect.stringMatching(WARNING)])
  })

  it('has no effect beside the key of a stored provider', () => {
    const stored = { provider: 'azure', api_key: '${env:KEY}', cloud2_resource_name: 'r' }
    const config = { provider: '@azure', cloud2_entra_scope: 's' }
    expect(unused({ providers: { azure: stored } }, config)).toEqual([expect.stringMatching(WARNING)])
  })

  it('has its effect beside an identity', () => {
    const config = {
      provider: 'azure',
      cloud2_managed_identity: 'system',
      cloud2_resource_name: 'r',
      cloud2_entra_scope: 's',
    }
    expect(unused({}, config)).toEqual([])
  })
})

describe('a project', () => {
  const CLOUD = {
    provider: 'bedrock',
    aws_access_key_id: '${env:KEY_ID}',
    aws_secret_access_key: '${env:SECRET}',
    aws_region: 'eu-west-1',
  }
  const NATIVE = {
    provider: 'bedrock',
    cloud1_access_key_id: '${env:KEY_ID}',
    cloud1_secret_access_key: '${env:SECRET}',
    cloud1_region: 'eu-west-1',
  }

  it('with the words of the peer compiles to the same plan', () => {
    const peer = compiled({ spelling: 'peer', providers: { cloud: CLOUD } }, { chat: CLOUD })
    const own = compiled({ providers: { cloud: NATIVE } }, { chat: NATIVE })
    expect(peer.diagnostics).toEqual([])
    expect(peer.gateway?.providers).toEqual(own.gateway?.providers)
    expect(peer.plans.get('chat')).toEqual(own.plans.get('chat'))
  })

  it('without the setting names both ways out', () => {
    const { diagnostics } = compiled({}, { chat: CLOUD })
    const region = diagnostics.find(({ message }) => message.includes('aws_region'))
    expect(region).toMatchObject({ code: 'unknown-property', fix: { text: '"cloud1_region"' } })
    expect(region?.message).toContain('Did you mean "cloud1_region"?')
    expect(region?.notes[0]?.message).toContain('spelling: peer')
  })

  it('shows no literal secret under a word of the peer', () => {
    const secret = 'wJalrXUtnFEMIK7MDENG'
    const { diagnostics } = compiled(
      { spelling: 'peer' },
      { chat: { ...CLOUD, aws_secret_access_key: secret } },
    )
    expect(diagnostics.map(({ code }) => code)).toContain('literal-secret')
    expect(JSON.stringify(diagnostics)).not.toContain(secret)
  })
})
