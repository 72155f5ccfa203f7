// Reads vitest's JSON report and prints 'N passed, N failed, N skipped' as one line; exits 1 unless all is well.
// Plain JavaScript without dependencies: it must speak even where nothing could be installed.
// Usage: node scripts/test-counts.mjs REPORT [FAILED_CHECKS]   (checks outside vitest that failed count as failures)
import { readFileSync } from 'node:fs'

const readReport = (path) => {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return undefined
  }
}

const [path = '', others = '0'] = process.argv.slice(2)
const report = readReport(path)
const files = report?.testResults ?? []
// A file that fails to load, or whose types do not check, has no failed test of its own to count.
const brokenFiles = files.filter(
  (file) => file.status === 'failed' && file.assertionResults.every((test) => test.status !== 'failed'),
).length
const passed = report?.numPassedTests ?? 0
const skipped = (report?.numPendingTests ?? 0) + (report?.numTodoTests ?? 0)
const counted = (report?.numFailedTests ?? 0) + brokenFiles + Number(others)
// No report, no test, or a run that vitest itself calls failed: never a clean line.
const failed = counted === 0 && (passed === 0 || report?.success !== true) ? 1 : counted

console.log(`${passed} passed, ${failed} failed${skipped === 0 ? '' : `, ${skipped} skipped`}`)
process.exitCode = failed === 0 ? 0 : 1
