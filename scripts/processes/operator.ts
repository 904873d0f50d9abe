console.error('Not yet.')
process.exitCode = 1
