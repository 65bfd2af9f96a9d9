function model(tier: string): string {
  const models: Record<string, string> = { fast: 'gpt-4o-mini' }
  const found = models[tier]
  if (found === undefined) throw new RangeError(`no model for ${tier}`)
  return found
}
export default { provider: 'openai', override_params: { model: model('slow') } }
