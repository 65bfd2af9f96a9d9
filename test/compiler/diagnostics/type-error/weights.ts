const weights: readonly number[] = [1, '2']
const total = weigths.length
export default { targets: weights.map(weight => ({ provider: 'openai', weight, share: weight / total })) }
