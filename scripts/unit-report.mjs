import * as fs from 'node:fs'

/**
 * A reporter of Vitest that writes the counts, the names of tests that needed a second try, and the name and the
 * first line of each failure, to the file in UNIT_REPORT. A file that cannot be loaded, a failed hook and an error
 * outside of tests are failures, too.
 */
export default class UnitReport {
  /**
   * @param {readonly import('vitest/node').TestModule[]} modules
   * @param {readonly { message?: string }[]} unhandled
   */
  onTestRunEnd(modules, unhandled) {
    let passed = 0
    /** @type {string[]} */
    const failures = []
    /** @type {string[]} */
    const flaky = []
    /** @param {string} name @param {readonly { message?: string }[]} errors */
    const add = (name, errors) => failures.push(`${name}: ${errors[0]?.message?.split('\n')[0] ?? 'failed'}`)
    for (const module of modules) {
      const file = module.relativeModuleId
      if (module.errors().length > 0) add(file, module.errors())
      for (const suite of module.children.allSuites())
        if (suite.errors().length > 0) add(`${file} > ${suite.fullName}`, suite.errors())
      for (const test of module.children.allTests()) {
        const { state, errors = [] } = test.result()
        if (state === 'passed') passed += 1
        if (test.diagnostic()?.flaky) flaky.push(`${file} > ${test.fullName}`)
        if (state === 'failed') add(`${file} > ${test.fullName}`, errors)
      }
    }
    if (unhandled.length > 0) add('outside of tests', unhandled)
    fs.writeFileSync(String(process.env.UNIT_REPORT), JSON.stringify({ passed, failures, flaky }))
  }
}
