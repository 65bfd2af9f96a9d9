const many = new Array(1e9).fill('x')
export default { forward_headers: many }
