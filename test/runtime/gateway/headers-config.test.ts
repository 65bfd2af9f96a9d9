// The plan of requests without a config is a constant, so that no compiler is loaded for them: it is what the compiler makes of it.
import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { compileProject } from '../../../compiler/project.ts'
import { readJson } from '../../../compiler/read/json.ts'
import { linkConfigCompiler } from '../../../runtime/gateway/compile-config.ts'
import { HEADERS_CONFIG, HEADERS_PLAN } from '../../../runtime/gateway/resolve-config.ts'
import { runtimeCatalog } from '../../../runtime/process/catalog.ts'

const words = { 'default.contains': { operator: 'none', words: ['secret'] }, deny: true }

/** The plan of requests without a config, as the compiler makes it for a manifest. */
function compiled(manifest: object) {
  const catalog = runtimeCatalog()
  const { bundle } = compileProject(
    {
      manifest: { source: { name: 'gateway.json', text: JSON.stringify(manifest) }, read: readJson },
      configs: new Map(),
    },
    catalog,
    text => createHash('sha256').update(text).digest('hex'),
  )
  if (bundle === undefined) throw new Error('The manifest is wrong.')
  const inline = linkConfigCompiler(bundle.gateway, catalog, false)(HEADERS_CONFIG, new Set())
  return 'plan' in inline ? inline.plan : inline
}

test.each<readonly [string, object]>([
  ['without settings', {}],
  ['with providers', { providers: { main: { provider: 'openai', api_key: '${env:KEY}' } } }],
  ['with guardrails that only configs name', { guardrails: { words } }],
])('the plan of requests without a config is that of the compiler, %s', (_title, manifest) => {
  expect(compiled(manifest)).toEqual(HEADERS_PLAN)
})

test('guardrails of the manifest are part of it', () => {
  expect(compiled({ guardrails: { words }, input_guardrails: ['words'] })).not.toEqual(HEADERS_PLAN)
})
