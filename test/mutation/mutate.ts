import { basename, join, relative } from 'node:path';
import { z } from 'zod';
import type { Room } from './rooms.js';

interface Run {
	/** Tests only mutants of code or tests that changed since the last run. */
	readonly isIncremental: boolean;
	/** Some of the room's files, without extension; undefined for all. */
	readonly files: readonly string[] | undefined;
	/** Seconds that a test may take. This ends hanging mutants, but on a busy machine also others. */
	readonly patience: number;
	/** Some of the room's tests, without extension; undefined for all. */
	readonly tests: readonly string[] | undefined;
}

/** The used part of Stryker's results. */
const mutantSchema = z.object({ fileName: z.string(), status: z.string() });

/** Installed separately, so its types are available neither here nor in the build output. */
interface StrykerRun {
	findMutants(options: object): Promise<unknown>;
}
const strykerRun = new URL('../../../../test/mutation/run.js', import.meta.url);

/** The folder for the sandboxes, the reports and the data of incremental runs. */
const folder = 'dist/mutation';

/** Runs a room's unit tests against each mutant of its code. Must be started in the repository's folder. */
export async function mutate(
	room: Room,
	run: Run,
): Promise<{ readonly killed: number; readonly all: number }> {
	// The rules are the same on every store, and SQLite needs no server.
	process.env['TEST_POSTGRES_URL'] = 'postgresql://127.0.0.1:1/none';
	process.env['TEST_REDIS_URL'] = 'redis://127.0.0.1:1';
	process.env['TEST_PATIENCE'] = String(run.patience);
	// A test sets a time zone other than UTC, which has no effect in a worker thread.
	process.env['TZ'] = 'America/New_York';
	const { findMutants }: StrykerRun = await import(strykerRun.href);
	const mutants = z.array(mutantSchema).parse(await findMutants(optionsFor(room, run)));
	// An incremental run also reports the results of all other files.
	const tried = mutants.filter(({ fileName }) => isTried(room, run.files, relative('.', fileName)));
	const count = (...wanted: readonly string[]) =>
		tried.filter(({ status }) => wanted.includes(status)).length;
	const killed = count('Killed', 'Timeout');
	return { killed, all: killed + count('Survived', 'NoCoverage') };
}

/** True if a source belongs to the room and, if only some files are tested, to these. */
function isTried(room: Room, files: Run['files'], path: string): boolean {
	return path.startsWith(`src/${room}/`) && (files === undefined || files.includes(basename(path, '.ts')));
}

function optionsFor(room: Room, { isIncremental, patience, files = ['*'], tests = ['*'] }: Run): object {
	return {
		mutate: files.map((file) => `src/${room}/**/${file}.ts`),
		testFiles: tests.map((test) => `test/${room}/**/${test}.test.ts`),
		vitest: { configFile: 'test/mutation/vitest.config.ts', related: false },
		plugins: [join(import.meta.dirname, 'ignored.js')],
		ignorers: ['for-operators'],
		// Code that runs when a module loads would need a fresh load and all tests for each mutant.
		ignoreStatic: true,
		coverageAnalysis: 'perTest',
		concurrency: 2,
		// Vitest's own timeout ends a hanging test; this ends one that never yields the processor.
		timeoutMS: 2_000 * patience,
		incremental: isIncremental,
		incrementalFile: `${folder}/${room}.json`,
		tempDirName: `${folder}/sandbox-${room}`,
		ignorePatterns: ['dist', 'data', 'docs', 'coverage', 'packages/*/dist'],
		// Stryker reads it with TypeScript's old API, which TypeScript 7 doesn't have.
		tsconfigFile: 'none.json',
		disableTypeChecks: true,
		packageManager: 'npm',
		reporters: ['progress-append-only', 'html'],
		htmlReporter: { fileName: `${folder}/${room}.html` },
		allowConsoleColors: false,
		logLevel: 'warn',
	};
}
