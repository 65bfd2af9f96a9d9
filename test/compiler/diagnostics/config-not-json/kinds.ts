class Target {
  provider = 'openai'
}
const names = ['a', 'b']
const own: { self?: object } = {}
own.self = own
export default {
  passthrough: undefined,
  targets: names.forEach(name => name),
  on_status_codes: [500, undefined],
  weight: NaN,
  request_timeout: 1n,
  strategy: () => 'single',
  cache: new Map(),
  retry: Promise.resolve({}),
  override_params: own,
  cb_config: new Target(),
  name: Symbol('x'),
}
