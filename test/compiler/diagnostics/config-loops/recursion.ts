const nest = (depth: number): object => ({ targets: [nest(depth + 1)] })
export default nest(0)
