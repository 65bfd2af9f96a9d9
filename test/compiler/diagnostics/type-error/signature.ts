function target(name: string) {
  return { name, provider: 'openai' }
}
export default { targets: [target(1), target()] }
