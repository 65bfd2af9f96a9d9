const half = 'hunter2second'
export default { provider: 'mock', api_key: 'hunter1first' + half }
