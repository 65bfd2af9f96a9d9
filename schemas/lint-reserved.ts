// Lints the list of reserved resources: patterns are well formed and distinct, each root is reserved completely, and none
// of them is a route that providers serve.
import { readReservedResources, readSchema, reservedRoot, type Schema } from './sources.ts'

const FILE = 'api/gateway-resources.json'
const PATTERN = /^\/[a-z0-9-]+(\/([a-z0-9-]+|\{[a-zA-Z]+\}))*(\/\.\.\.)?$/
const METHODS = new Set(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'])

export function lintReserved(): readonly string[] {
  const resources = readReservedResources()
  const patterns = resources.map(({ pattern }) => pattern)
  const routes = ((readSchema('provider')['properties'] as Schema)['routes'] as Schema)[
    'properties'
  ] as Schema
  const served = new Set(Object.keys(routes).map(route => reservedRoot(`/${route}`)))
  return resources.flatMap(({ pattern, methods = [], description, unserved }, index) => {
    const at = `${FILE} ${pattern}`
    const whole = reservedRoot(pattern)
    return [
      ...(PATTERN.test(pattern) ? [] : [`${at}: This is not a pattern.`]),
      ...(patterns.indexOf(pattern) === index ? [] : [`${at}: The pattern is repeated.`]),
      ...(patterns.indexOf(whole) >= index ? [] : [`${at}: It must be followed by "${whole}".`]),
      ...(served.has(whole) ? [`${at}: Providers serve this route.`] : []),
      ...methods.filter(method => !METHODS.has(method)).map(method => `${at}: "${method}" is not a method.`),
      ...[description, unserved?.reason ?? description]
        .filter(text => !/^[A-Z].*[^.]\.$/s.test(text))
        .map(() => `${at}: A description is a sentence.`),
    ]
  })
}
