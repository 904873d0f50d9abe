// The supervisor takes a line with the word `ready` as the sign that this process serves.
const idle = setInterval(() => {}, 60_000)
process.once('SIGTERM', () => clearInterval(idle))
console.log('ready')
