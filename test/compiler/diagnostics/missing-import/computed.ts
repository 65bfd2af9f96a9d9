const name = './' + 'secret'
export default await import(name)
