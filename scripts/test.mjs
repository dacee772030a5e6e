// `npm test`: everything, on a bare machine. Installs what is missing, then runs the stages, and ends with one line
// 'N passed, N failed'; the failed tests stand above it. `npm test -- node gpu` runs only those stages. A stage that
// fails does not stop the later ones; only the end-to-end tests need successful builds, of the product and of the labs.
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { performance } from 'node:perf_hooks';
import { createInterface } from 'node:readline';
import { clearTimeout, setTimeout } from 'node:timers';
import { ensureInstalled, root } from './install.mjs';
import { ensureBrowsers } from './setup-browsers.mjs';
import {
  closingLine,
  countPlaywright,
  countVitest,
  failedInPlaywright,
  failedInVitest,
  stageTotal,
} from './test-counts.mjs';

/** The longest time of a stage before it is stopped and counted as failed. */
const stageLimitMs = 20 * 60_000;
/** Time from SIGTERM to SIGKILL, in which a runner closes its browsers. */
const graceMs = 10_000;

const reports = mkdtempSync(path.join(tmpdir(), 'lockstep-test-'));
process.on('exit', () => rmSync(reports, { recursive: true, force: true }));

const stages = [
  { name: 'check', needs: [], command: ['npm', 'run', '--silent', 'check'] },
  vitest('node', [], ['--maxWorkers=100%']),
  vitest('gpu', ['chromium']),
  { name: 'build', needs: [], command: [...node('vite/bin/vite.js'), 'build', '--logLevel', 'warn'] },
  {
    name: 'lab',
    needs: [],
    after: 'build',
    command: [process.execPath, path.join(root, 'tools/lab/build-lab.mjs')],
  },
  playwright('e2e', 'side-by-side'),
  // Tests that compare measured times, one after the other.
  playwright('e2e-alone', 'alone', ['--workers=1']),
];

/** Rows of stages that run side by side: each row leaves a part of two cores idle. The end-to-end tests run alone. */
const sideBySide = [['node'], ['check', 'build', 'lab', 'gpu']];

const chosen = choose(process.argv.slice(2));
ensureInstalled();
ensureBrowsers([...new Set(chosen.flatMap((stage) => stage.needs))]);

const done = new Map();
const rows = sideBySide
  .map((names) => chosen.filter(({ name }) => names.includes(name)))
  .filter((row) => row.length > 0);
await Promise.all(rows.map((row) => runRow(row, rows.length > 1)));
await runRow(
  chosen.filter(({ name }) => !sideBySide.flat().includes(name)),
  false,
);

// Last, so that a log that was cut in the middle still says what failed.
for (const [stage, { failures }] of inOrder(done))
  for (const { name, error } of failures) console.log(`\n✗ ${stage}: ${name}\n${error}`);
console.log('\n── summary');
for (const [name, { passed, failed, skipped, ms, note }] of inOrder(done))
  console.log(
    `${failed ? '✗' : '✓'} ${name.padEnd(9)} ${(ms / 1000).toFixed(1).padStart(7)} s  ` +
      `${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ''}${note ? ` (${note})` : ''}`,
  );
console.log(closingLine([...done.values()]));
process.exitCode = [...done.values()].some((stage) => stage.failed > 0) ? 1 : 0;

function choose(names) {
  const known = stages.map((stage) => stage.name);
  const unknown = names.filter((name) => !known.includes(name));
  if (unknown.length > 0) {
    console.error(`npm test -- [${known.join('|')}] …; there is no stage ${unknown.join(', ')}`);
    process.exit(2);
  }
  if (names.length === 0) return stages;
  const wanted = new Set(names);
  for (const { name, after } of stages.toReversed()) if (after && wanted.has(name)) wanted.add(after);
  return stages.filter(({ name }) => wanted.has(name));
}

function vitest(project, needs, options = []) {
  const report = path.join(reports, `${project}.json`);
  return {
    name: project,
    needs,
    report,
    count: countVitest,
    failedIn: (json) => failedInVitest(json, root),
    command: [
      ...node('vitest/vitest.mjs'),
      ...[
        'run',
        '--project',
        project,
        '--reporter=default',
        '--reporter=json',
        `--outputFile.json=${report}`,
        ...options,
      ],
    ],
  };
}

function playwright(name, project, options = []) {
  return {
    name,
    needs: ['chromium', 'firefox', 'vulkan'],
    after: 'lab',
    command: [
      ...node('@playwright/test/cli.js'),
      ...['test', `--project=${project}`, '--reporter=list,json', ...options],
    ],
    report: path.join(reports, `${name}.json`),
    count: countPlaywright,
    failedIn: failedInPlaywright,
  };
}

/** A package's own entry point under this Node, without a shell or wrapper process in between. */
function node(file) {
  return [process.execPath, path.join(root, 'node_modules', file)];
}

/** One after the other. With other rows beside, each line of output begins with its stage. */
async function runRow(row, isBeside) {
  for (const stage of row) {
    const broken = stage.after && done.get(stage.after)?.failed > 0;
    console.log(`\n── ${stage.name} ${broken ? `skipped: ${stage.after} failed` : ''}`);
    const startedMs = performance.now();
    const ended = broken ? { reason: `not run: ${stage.after} failed` } : await runStage(stage, isBeside);
    const report = stage.report && readReport(stage.report);
    done.set(stage.name, {
      ...stageTotal(ended, stage.count?.(report)),
      failures: stage.failedIn?.(report) ?? [],
      ms: performance.now() - startedMs,
    });
  }
}

function inOrder(totals) {
  return chosen.map(({ name }) => [name, totals.get(name)]);
}

/** Runs one stage to its end. @returns {Promise<{code?: number, reason?: string}>} */
function runStage({ name, command: [file, ...args], report }, isBeside) {
  const output = isBeside ? 'pipe' : 'inherit';
  return new Promise((resolve) => {
    const child = spawn(file, args, {
      cwd: root,
      stdio: ['ignore', output, output],
      shell: file === 'npm' && process.platform === 'win32',
      env: { ...process.env, PLAYWRIGHT_JSON_OUTPUT_NAME: report ?? '' },
    });
    for (const input of isBeside ? [child.stdout, child.stderr] : [])
      createInterface({ input }).on('line', (line) => console.log(`${name.padEnd(5)} │ ${line}`));
    let reason;
    const limit = setTimeout(() => {
      reason = `stopped after ${stageLimitMs / 60_000} minutes`;
      child.kill('SIGTERM');
      setTimeout(() => child.kill('SIGKILL'), graceMs).unref();
    }, stageLimitMs);
    const end = (result) => {
      clearTimeout(limit);
      resolve(result);
    };
    child.on('error', (error) => end({ reason: error.message }));
    // The child’s last lines may arrive after its end; a program that it left behind may hold the pipes for ever.
    child.on('exit', () => setTimeout(() => child.stdio.forEach((pipe) => pipe?.destroy()), graceMs).unref());
    child.on('close', (code, signal) => end({ code: code ?? 1, reason: reason ?? signal ?? undefined }));
  });
}

function readReport(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined; // the runner ended before it could write one: stageTotal counts that as a failure
  }
}
