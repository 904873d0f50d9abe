import { spawn } from 'node:child_process'

// The child never outlives us: fd 3 is a pipe that only we hold, so even `kill -9` of us closes it and ends the child.
// `cat` remains if the child ends first: the pipe is closed on exit, which ends it, too. INT is set again, because a
// shell's background child ignores it otherwise.
const GUARD = `first=$1 last=$2 timeout=$3; shift 3
"$@" 3<&- & child=$!
{ cat >/dev/null; kill -$first $child
  while [ $timeout -gt 0 ]; do
    sleep 1; timeout=$((timeout - 1)); [ $first = INT ] && kill -INT $child
  done
  kill -$last $child; } <&3 2>/dev/null & watcher=$!
wait $child; code=$?
kill $watcher 2>/dev/null
exit $code`

/**
 * Starts a program that ends with us, however we end.
 *
 * @param {string} command
 * @param {string[]} args
 * @param {{
 *   env?: NodeJS.ProcessEnv, cwd?: string, uid?: number, gid?: number, out?: 'pipe' | 'inherit' | 'ignore' | number,
 *   first?: string, last?: string, stopTimeoutSeconds?: number
 * }} [options] `first` is the signal that requests the end, `last` the one that forces it, after `stopTimeoutSeconds`.
 * @returns {{ process: import('node:child_process').ChildProcess, ended: Promise<number | null>, stop(): Promise<void> }}
 */
export function spawnGuarded(command, args, options = {}) {
  const { first = 'TERM', last = 'KILL', stopTimeoutSeconds = 10, out = 'inherit', ...given } = options
  const guard = ['-c', GUARD, 'guard', first, last, String(stopTimeoutSeconds), command, ...args]
  const child = spawn('/bin/sh', guard, { ...given, detached: true, stdio: ['ignore', out, out, 'pipe'] })
  const line = child.stdio[3]
  line?.on('error', () => {})
  const ended = new Promise((resolve) => {
    child.once('error', () => resolve(null))
    child.once('exit', (code) => {
      line?.destroy()
      resolve(code)
    })
  })
  return {
    process: child,
    ended,
    async stop() {
      line?.destroy()
      await ended
    },
  }
}
