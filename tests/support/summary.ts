import { writeFile } from 'node:fs/promises'
import type { Reporter, TestCase, TestModule, TestRunEndReason } from 'vitest/node'

/** How a run of tests ended. */
export interface Summary {
  readonly passed: number
  readonly failed: number
  readonly skipped: number
  /** The tests that failed at first and passed when they were repeated, each with the reason and the place. */
  readonly repeated: readonly string[]
  /** The number of errors that belong to no test. */
  readonly stray: number
  /** False, too, where a file could not be loaded or an error belongs to no test. */
  readonly success: boolean
}

/** The head of a message, without the document that follows it, and the line of the test. */
function repeatedTest(test: TestCase): string {
  const reasons = (test.result().errors ?? []).map(({ message, stacks }) => {
    const place = stacks?.find(({ file }) => file === test.module.moduleId) ?? stacks?.[0]
    return `${message.split('\n\n', 1).join('')} (${place?.file}:${place?.line})`
  })
  return [test.fullName, ...reasons].join('\n  ')
}

/** Writes the summary of a run as JSON to the file that `TEST_SUMMARY` names. */
export default class SummaryReporter implements Reporter {
  async onTestRunEnd(
    modules: readonly TestModule[],
    errors: readonly unknown[],
    reason: TestRunEndReason,
  ): Promise<void> {
    const tests = modules.flatMap((module) => [...module.children.allTests()])
    const count = (state: string): number => tests.filter((test) => test.result().state === state).length
    const summary: Summary = {
      passed: count('passed'),
      failed: count('failed'),
      skipped: count('skipped'),
      repeated: tests.filter((test) => test.diagnostic()?.flaky === true).map(repeatedTest),
      stray: errors.length,
      success: reason === 'passed' && errors.length === 0,
    }
    await writeFile(process.env['TEST_SUMMARY'] ?? '', JSON.stringify(summary))
  }
}
