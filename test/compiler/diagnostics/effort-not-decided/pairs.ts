// 50 targets that each of 50 others may follow: 2,500 pairs.
const target = { provider: 'openai', api_key: '${env:KEY}', override_params: { model: 'gpt-5' } }
const many = (name: string): object => ({
  strategy: { mode: 'loadbalance' },
  targets: Array.from({ length: 50 }, (_, index) => ({ ...target, name: `${name}${index}` })),
})
export default {
  strategy: { mode: 'fallback' },
  override_params: { reasoning_effort: 'high' },
  targets: [many('a'), many('b')],
}
